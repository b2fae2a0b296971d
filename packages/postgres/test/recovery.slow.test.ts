import { spawn } from 'node:child_process'
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { Pool } from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'

import { acquireEmbeddedServer } from '../src/index.ts'
import {
  AppProcess,
  isAlive,
  newDataDir,
  prepareForServers,
  query,
  quiet,
  serverPid,
  until,
  usedDataDir,
} from './processes.ts'

prepareForServers()

describe('an app that is killed during its first start', () => {
  test.each(['alone', 'with everything it had begun'])(
    '%s leaves a folder on which the next start works, whenever the kill happens',
    async (how) => {
      const dataDir = newDataDir()
      const killedAfterMs: number[] = []
      for (let kill = 0; kill < 4; kill++) {
        const app = new AppProcess(dataDir)
        await until(() => readdirOrNone(dataDir).some((name) => name !== 'postgres.lock'))
        const afterMs = Math.random() * 900
        killedAfterMs.push(Math.round(afterMs))
        await sleep(afterMs)
        await (how === 'alone' ? app.kill() : app.killGroup())
      }
      const server = await acquireEmbeddedServer({ dataDir, log: quiet })
      expect(
        await query(server.connection, 'select 1 as one'),
        `killed after ${killedAfterMs.join(', ')} ms`,
      ).toEqual([{ one: 1 }])
      await server.release()
      expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.lock', 'postgres.log'])
    },
  )

  test('frees the lock for the waiting process', async () => {
    const dataDir = newDataDir()
    const first = new AppProcess(dataDir)
    await until(() => readdirOrNone(dataDir).some((name) => name.startsWith('postgres.new-')))
    const second = new AppProcess(dataDir)
    await sleep(150)
    await first.kill()
    const { connection } = await second.hears('acquired')
    expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })
})

test('a killed app does not count as present when the last other app leaves right after it', async () => {
  const dataDir = await usedDataDir()
  const killed = new AppProcess(dataDir)
  await killed.hears('acquired')
  const server = await acquireEmbeddedServer({ dataDir, log: quiet })
  await killed.kill()
  await server.release()
  expect(await serverPid(dataDir)).toBeNull()
})

describe('a server that is killed', () => {
  test('restarts at the same address, with every acknowledged row', async () => {
    const dataDir = await usedDataDir()
    const server = await acquireEmbeddedServer({ dataDir, log: quiet })
    const pool = new Pool({ ...server.connection, max: 4 })
    pool.on('error', () => undefined)
    pool.on('connect', (client) => client.on('error', () => undefined))
    await pool.query('create table kept (id int primary key)')
    const acknowledged: number[] = []
    let next = 0
    let isWriting = true
    const write = async (): Promise<void> => {
      while (isWriting) {
        const id = next++
        await pool.query('insert into kept values ($1)', [id]).then(
          () => acknowledged.push(id),
          () => sleep(5),
        )
      }
    }
    const writers = [write(), write(), write()]

    for (let round = 0; round < 3; round++) {
      const pid = (await serverPid(dataDir)) ?? 0
      const before = acknowledged.length
      await until(() => acknowledged.length > before + 50)
      process.kill(pid, 'SIGKILL')
      await until(async () => ![null, pid].includes(await serverPid(dataDir)))
    }
    const before = acknowledged.length
    await until(() => acknowledged.length > before)
    isWriting = false
    await Promise.all(writers)

    const { rows } = await pool.query<{ id: number }>('select id from kept')
    const found = new Set(rows.map(({ id }) => id))
    expect(acknowledged.filter((id) => !found.has(id))).toEqual([])
    await pool.end()
    await server.release()
    expect(await serverPid(dataDir)).toBeNull()
  })

  test('restarts once for all its apps, and the last of them still stops it', async () => {
    const dataDir = await usedDataDir()
    const apps = [new AppProcess(dataDir), new AppProcess(dataDir)]
    const [connection] = await Promise.all(apps.map(async (app) => (await app.hears('acquired')).connection))
    const pid = (await serverPid(dataDir)) ?? 0
    process.kill(pid, 'SIGKILL')
    await until(async () => ![null, pid].includes(await serverPid(dataDir)))
    const supervisors = `select count(*)::int as count from pg_stat_activity where application_name like 'plinth supervisor %'`
    await until(
      async () =>
        (await query<{ count: number }>(connection ?? fail(), supervisors).catch(() => []))[0]?.count === 2,
    )

    const newPid = (await serverPid(dataDir)) ?? 0
    await apps[0]?.release()
    expect(isAlive(newPid)).toBe(true)
    await apps[1]?.release()
    await until(() => !isAlive(newPid), 1_000)
  })

  test('does not block the release of its app', async () => {
    const dataDir = await usedDataDir()
    const server = await acquireEmbeddedServer({ dataDir, log: quiet })
    process.kill((await serverPid(dataDir)) ?? 0, 'SIGKILL')
    await server.release()
    await until(async () => (await serverPid(dataDir)) === null)
  })

  test('restarts after a regular shutdown (SIGTERM)', async () => {
    const dataDir = await usedDataDir()
    const server = await acquireEmbeddedServer({ dataDir, log: quiet })
    const pid = (await serverPid(dataDir)) ?? 0
    process.kill(pid, 'SIGTERM')
    await until(async () => ![null, pid].includes(await serverPid(dataDir)), 15_000)
    await server.release()
  })
})

describe('a lock file that a dead server left', () => {
  test('does not prevent a start when its PID belongs to another process by now', async () => {
    const dataDir = await usedDataDir()
    const app = new AppProcess(dataDir)
    await app.hears('acquired')
    const pid = (await serverPid(dataDir)) ?? 0
    const pidFile = join(dataDir, 'postgres/postmaster.pid')
    const left = readFileSync(pidFile, 'utf8')
    await app.release()
    // A running process of the server's own user: PostgreSQL ignores other users' processes and its parents.
    const { uid, gid } = statSync(join(dataDir, 'postgres'))
    const stranger = spawn('sleep', ['60'], { uid, gid, cwd: '/' })
    onTestFinished(() => void stranger.kill('SIGKILL'))
    writeFileSync(pidFile, left.replace(String(pid), String(stranger.pid)))

    const server = await acquireEmbeddedServer({ dataDir, log: quiet })
    expect(await query(server.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.release()
    expect(isAlive(stranger.pid ?? 0)).toBe(true)
  })
})

function readdirOrNone(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function fail(): never {
  throw new Error('no connection')
}
