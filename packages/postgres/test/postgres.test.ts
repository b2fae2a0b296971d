import { existsSync, readFileSync, statSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

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
import { acquireEmbeddedServer, describeEmbeddedServer } from '../src/index.ts'

prepareForServers()

describe('a first start', () => {
  test('creates a UTF-8 PostgreSQL database named plinth that is durable and listens on no network', async () => {
    const dataDir = newDataDir(`a, "b" 'c' ñ`)
    expect(await describeEmbeddedServer({ dataDir })).toEqual({
      version: '18.4',
      dataVersion: null,
      serverPid: null,
      connection: null,
      problems: [],
    })
    expect(existsSync(dataDir)).toBe(false)
    const server = await acquireEmbeddedServer({ dataDir, log: quiet })

    const [settings] = await query<Record<string, string>>(
      server.connection,
      `select current_database() as name, datlocprovider as provider, datlocale as locale, pg_encoding_to_char(encoding) as encoding,
              current_setting('fsync') as fsync, current_setting('synchronous_commit') as commits, current_setting('listen_addresses') as network,
              current_setting('jit') as jit, current_setting('shared_buffers') as buffers, current_setting('max_connections') as connections,
              lower('ÄÑÇ') as folded
         from pg_database where datname = current_database()`,
    )
    expect(settings).toEqual({
      name: 'plinth',
      provider: 'b',
      locale: 'C.UTF-8',
      encoding: 'UTF8',
      fsync: 'on',
      commits: 'on',
      network: '',
      jit: 'off',
      buffers: '32MB',
      connections: '200',
      folded: 'äñç',
    })
    expect(statSync(server.connection.host).mode & 0o777).toBe(0o700)
    expect(await describeEmbeddedServer({ dataDir })).toEqual({
      version: '18.4',
      dataVersion: '18',
      serverPid: expect.any(Number),
      connection: server.connection,
      problems: [],
    })
    await server.release()
    expect(await serverPid(dataDir)).toBeNull()
  })

  test('of four processes in parallel creates one server that all of them use', async () => {
    const dataDir = newDataDir()
    const apps = Array.from({ length: 4 }, () => new AppProcess(dataDir))
    const connections = await Promise.all(apps.map(async (app) => (await app.hears('acquired')).connection))

    const started = await Promise.all(
      connections.map((connection) =>
        query<{ at: string }>(connection, 'select pg_postmaster_start_time()::text as at'),
      ),
    )
    expect(new Set(started.map(([row]) => row?.at)).size).toBe(1)
    const pid = (await serverPid(dataDir)) ?? 0
    await Promise.all(apps.map((app) => app.release()))
    await until(() => !isAlive(pid), 1_000)
  })
})

describe('a server in use', () => {
  test('is joined by the next process and stopped only by the last one to leave', async () => {
    const dataDir = await usedDataDir()
    const own = await acquireEmbeddedServer({ dataDir, log: quiet })
    const pid = (await serverPid(dataDir)) ?? 0
    await query(own.connection, 'create table kept (id int)')

    const other = new AppProcess(dataDir)
    expect((await other.hears('acquired')).connection).toEqual(own.connection)
    expect(await serverPid(dataDir)).toBe(pid)

    await own.release()
    expect(isAlive(pid)).toBe(true)
    expect(await query(own.connection, 'select * from kept')).toEqual([])
    await other.release()
    await until(() => !isAlive(pid), 1_000)
  })

  test('has an idempotent release, and needs two releases when one process acquires it twice', async () => {
    const dataDir = await usedDataDir()
    const first = await acquireEmbeddedServer({ dataDir, log: quiet })
    const second = await acquireEmbeddedServer({ dataDir, log: quiet })
    const pid = (await serverPid(dataDir)) ?? 0
    await Promise.all([first.release(), first.release(), first.release()])
    expect(isAlive(pid)).toBe(true)
    await second.release()
    await until(() => !isAlive(pid), 1_000)
  })

  test('survives Ctrl-C or a kill of its app, and the next start finds it', async () => {
    const dataDir = await usedDataDir()
    const killed = new AppProcess(dataDir)
    await killed.hears('acquired')
    const pid = (await serverPid(dataDir)) ?? 0
    // A terminal only signals the processes of its own session.
    expect(sessionOf(pid)).toBe(pid)
    await killed.killGroup()
    expect(isAlive(pid)).toBe(true)

    const server = await acquireEmbeddedServer({ dataDir, log: quiet })
    expect(await serverPid(dataDir)).toBe(pid)
    await server.release()
    await until(() => !isAlive(pid), 1_000)
  })

  test('is stopped by the last process to leave, even if it notices late that another was killed', async () => {
    const dataDir = await usedDataDir()
    const killed = new AppProcess(dataDir)
    const { connection } = await killed.hears('acquired')
    const [backend] = await query<{ pid: number }>(
      connection,
      `select pid from pg_stat_activity where application_name = 'plinth supervisor ${killed.child.pid}'`,
    )
    if (!backend) throw new Error('The process is not present')
    // As on a machine that is too busy to run it.
    process.kill(backend.pid, 'SIGSTOP')
    await killed.kill()
    const server = await acquireEmbeddedServer({ dataDir, log: quiet })
    setTimeout(() => process.kill(backend.pid, 'SIGCONT'), 1_000)
    await server.release()
    expect(await serverPid(dataDir)).toBeNull()
  })
})

function sessionOf(pid: number): number {
  const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? ''
  return Number(afterName.split(' ')[3])
}
