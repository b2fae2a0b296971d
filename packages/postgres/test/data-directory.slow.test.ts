import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { describe, expect, test } from 'vitest'

import {
  AppProcess,
  newDataDir,
  prepareForServers,
  query,
  quiet,
  serverPid,
  usedDataDir,
} from './processes.ts'
import { locateBinaries } from '../src/binaries.ts'
import { SERVER_ID, socketFile } from '../src/data-directory.ts'
import { acquireEmbeddedServer, describeEmbeddedServer } from '../src/index.ts'
import { boundServerLog } from '../src/server-process.ts'
import { linkLibraries } from '../src/binaries.ts'

prepareForServers()

const isRoot = process.getuid?.() === 0
const otherUser = { uid: 1000, gid: 1000 }

describe('a data folder', () => {
  test('with a path too long for a socket gets a private socket folder elsewhere, which other processes find', async () => {
    const dataDir = newDataDir(`${'long'.repeat(30)}/data`)
    const server = await acquireEmbeddedServer({ dataDir, log: quiet })
    const { host } = server.connection
    expect(dirname(host)).toBe(tmpdir())
    expect(statSync(host).mode & 0o777).toBe(0o700)
    const other = new AppProcess(dataDir)
    expect((await other.hears('acquired')).connection).toEqual(server.connection)
    await other.release()
    expect(await query(server.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.release()
    rmSync(host, { recursive: true })
  })

  test('copied while its server runs gets a server of its own', async () => {
    const dataDir = await usedDataDir()
    const server = await acquireEmbeddedServer({ dataDir, log: quiet })
    await query(server.connection, 'create table only_in_the_first (id int)')
    await query(server.connection, 'checkpoint')
    const copyDir = newDataDir()
    cpSync(dataDir, copyDir, { recursive: true, filter: (path) => !path.includes('.s.PGSQL') })

    const copy = await acquireEmbeddedServer({ dataDir: copyDir, log: quiet })
    await query(copy.connection, 'drop table only_in_the_first')
    expect(await query(server.connection, 'select * from only_in_the_first')).toEqual([])
    expect(await serverPid(copyDir)).not.toBe(await serverPid(dataDir))
    await copy.release()
    await server.release()
  })

  test('written by another major version is rejected with instructions for the move, and left unchanged', async () => {
    const dataDir = newDataDir()
    mkdirSync(join(dataDir, 'postgres'), { recursive: true })
    writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '17\n')
    const before = statSync(dataDir).mtimeMs

    const refused = acquireEmbeddedServer({ dataDir, log: quiet })
    await expect(refused).rejects.toThrow(
      /PostgreSQL 17, this release brings 18\. Carry it over with npm run db:upgrade/,
    )
    await expect(refused).rejects.toThrow(/^[^\n]+$/)
    expect(readdirSync(dataDir, { recursive: true }).sort()).toEqual(['postgres', 'postgres/PG_VERSION'])
    expect(statSync(dataDir).mtimeMs).toBe(before)
    expect((await describeEmbeddedServer({ dataDir })).problems).toEqual([
      expect.stringMatching('PostgreSQL 17'),
    ])
  })

  test('whose settings risk losing acknowledged data is rejected, and no server is left running', async () => {
    const dataDir = await usedDataDir()
    for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
      writeFileSync(join(dataDir, 'postgres/postgresql.auto.conf'), `${setting} = off\n`)
      await expect(acquireEmbeddedServer({ dataDir, log: quiet })).rejects.toThrow(
        new RegExp(`${setting} off.*DATABASE_URL`),
      )
      expect(await serverPid(dataDir)).toBeNull()
    }
  })

  test('with other files in place of the database is rejected and left unchanged', async () => {
    const dataDir = newDataDir()
    mkdirSync(join(dataDir, 'postgres'), { recursive: true })
    writeFileSync(join(dataDir, 'postgres/diary.txt'), 'dear diary')
    await expect(acquireEmbeddedServer({ dataDir, log: quiet })).rejects.toThrow(/other files.*DATA_DIR/)
    expect(readFileSync(join(dataDir, 'postgres/diary.txt'), 'utf8')).toBe('dear diary')
  })

  test('that is a file is rejected in one line that names DATA_DIR', async () => {
    const dataDir = newDataDir()
    writeFileSync(dataDir, '')
    await expect(acquireEmbeddedServer({ dataDir, log: quiet })).rejects.toThrow(/^[^\n]*DATA_DIR[^\n]*$/)
  })
})

describe.runIf(isRoot)('as root', () => {
  test('a folder that no other user can reach works, and keeps working when its mode changes', async () => {
    const dataDir = await usedDataDir()
    const owners: number[] = []
    for (const mode of [0o700, 0o755, 0o700]) {
      chmodSync(dirname(dataDir), mode)
      const server = await acquireEmbeddedServer({ dataDir, log: quiet })
      await query(server.connection, 'create table if not exists kept (id int)')
      await server.release()
      owners.push(statSync(join(dataDir, 'postgres')).uid)
    }
    expect(owners).toEqual([0, SERVER_ID, 0])
  })

  test('data of another user keeps its owner', async () => {
    const dataDir = newDataDir()
    mkdirSync(dataDir)
    chownSync(dataDir, otherUser.uid, otherUser.gid)
    const theirs = new AppProcess(dataDir, otherUser)
    await theirs.hears('acquired')
    await theirs.release()

    const server = await acquireEmbeddedServer({ dataDir, log: quiet })
    await server.release()
    const theirsAgain = new AppProcess(dataDir, otherUser)
    await theirsAgain.hears('acquired')
    await theirsAgain.release()
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(otherUser.uid)
  })

  test('the data belongs to a user of its own, and secrets next to it stay unreadable', async () => {
    const dataDir = newDataDir()
    const server = await acquireEmbeddedServer({ dataDir, log: quiet })
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(SERVER_ID)
    expect(statSync(dataDir).mode & 0o777).toBe(0o711)
    expect(statSync(join(dataDir, 'postgres.log')).mode & 0o777).toBe(0o600)
    await server.release()
  })

  test.each([
    ['in its folder', 'data'],
    ['elsewhere, because the path is long', `${'long'.repeat(30)}/data`],
  ])(
    'a process of nobody can neither connect, nor read the data that it owned before: socket %s',
    async (_, name) => {
      const dataDir = newDataDir(name)
      const first = await acquireEmbeddedServer({ dataDir, log: quiet })
      await query(first.connection, 'create table kept (id int)')
      await first.release()
      const { host } = first.connection
      // As an earlier release left it.
      for (const folder of [join(dataDir, 'postgres'), host])
        execFileSync('chown', ['-R', '65534:65534', folder])

      const server = await acquireEmbeddedServer({ dataDir, log: quiet })
      expect(server.connection.host).toBe(host)
      expect(await query(server.connection, 'select * from kept')).toEqual([])
      expect(
        asNobody(
          `require('net').connect('${socketFile(host)}').on('connect', () => console.log('connected'))`,
        ),
      ).toMatch(/EACCES/)
      expect(asNobody(`require('fs').readdirSync('${join(dataDir, 'postgres')}')`)).toMatch(/EACCES/)
      await server.release()
    },
  )

  test('folders created by root are rejected for another user, in one line that says how to get access', async () => {
    const empty = newDataDir()
    mkdirSync(empty)
    await expect(new AppProcess(empty, otherUser).hears('acquired')).rejects.toThrow(
      /^[^\n]*can't write to[^\n]*DATA_DIR[^\n]*$/,
    )
    const dataDir = await usedDataDir()
    await expect(new AppProcess(dataDir, otherUser).hears('acquired')).rejects.toThrow(
      /^[^\n]*chown[^\n]*DATA_DIR[^\n]*$/,
    )
  })
})

describe('library links that npm packages cannot contain', () => {
  test('are created in the package, by concurrent calls too, and only when missing', async () => {
    const binaries = packageCopy()
    const results = await Promise.all([1, 2, 3].map(() => linkLibraries(binaries, '/nowhere')))
    expect(results).toEqual([{}, {}, {}])
    expect(existsSync(join(binaries.packageDir, 'native/lib/libpq.so.5'))).toBe(true)
    expect(await linkLibraries(binaries, '/nowhere')).toEqual({})
  })

  test.runIf(!isRoot)('are created in the data folder when node_modules is read-only', async () => {
    const binaries = packageCopy()
    chmodSync(join(binaries.packageDir, 'native/lib'), 0o555)
    const folder = join(dirname(binaries.packageDir), 'links')
    mkdirSync(folder)
    // Left behind by a project that has moved.
    symlinkSync('/gone/libpq.so.5.18', join(folder, 'libpq.so.5'))
    expect(await linkLibraries(binaries, folder)).toEqual({
      LD_LIBRARY_PATH: `${folder}:${join(binaries.packageDir, 'native/lib')}`,
    })
    expect(existsSync(join(folder, 'libpq.so.5'))).toBe(true)
    chmodSync(join(binaries.packageDir, 'native/lib'), 0o755)
  })
})

test('the log of the server is truncated to its newest part only when it has grown too large', async () => {
  const file = newDataDir()
  writeFileSync(file, 'x'.repeat(1_000))
  await boundServerLog(file)
  expect(statSync(file).size).toBe(1_000)
  writeFileSync(file, `${'x'.repeat(5_000_000)}the newest line`)
  await boundServerLog(file)
  expect(statSync(file).size).toBeLessThan(1_000_000)
  expect(readFileSync(file, 'utf8')).toMatch(/the newest line$/)
})

/** What a program of nobody prints. */
function asNobody(program: string): string {
  const ids = { uid: 65_534, gid: 65_534 }
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', program], {
    encoding: 'utf8',
    cwd: '/',
    ...ids,
  })
  return stdout + stderr
}

/** A copy of the package without its links, as npm unpacks it with install scripts off. */
function packageCopy() {
  const binaries = locateBinaries()
  const packageDir = newDataDir('package')
  mkdirSync(join(packageDir, 'native/lib'), { recursive: true })
  cpSync(join(binaries.packageDir, 'native/pg-symlinks.json'), join(packageDir, 'native/pg-symlinks.json'))
  const links: { source: string }[] = JSON.parse(
    readFileSync(join(packageDir, 'native/pg-symlinks.json'), 'utf8'),
  )
  for (const { source } of links) writeFileSync(join(packageDir, source), '')
  return { ...binaries, packageDir }
}
