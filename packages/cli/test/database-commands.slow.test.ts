import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import pg from 'pg'
import { startDatabaseProxy } from '@plinth/testing/http/database-proxy.ts'
import { publicSettings, urlOf } from '@plinth/testing/http/open-app.ts'
import { requireBuild } from '@plinth/testing/runner/require-build.ts'
import { processesWith } from '@plinth/testing/programs/processes.ts'
import { runCommand } from '@plinth/testing/programs/run-command.ts'
import { freePort } from '@plinth/testing/programs/running-app.ts'
import { createEmptyDatabase } from '@plinth/testing/test-database.ts'

beforeAll(requireBuild)

const hasPsql = (() => {
  try {
    return execFileSync('psql', ['--version']).length > 0
  } catch {
    return false
  }
})()

test('db:reset erases rows and uploads once the application has stopped, and leaves nothing running', async () => {
  const { env, dataDir } = await ownPlace()
  const app = runCommand(['node', 'scripts/run.mjs', 'start'], { env })
  await app.prints('Press Ctrl-C to stop')
  expect(readFileSync(path.join(dataDir, '.gitignore'), 'utf8')).toBe('*\n')
  const early = npm(env, 'db:reset', '--', '--yes')
  expect(await early.ended).toBe(1)
  expect(early.output()).toContain('The database is in use (plinth')
  app.child.kill('SIGTERM')
  await app.ended

  const unasked = npm(env, 'db:reset')
  expect(await unasked.ended).toBe(1)
  expect(unasked.output()).toContain('Nobody is here to confirm.')

  writeFileSync(path.join(dataDir, 'files/upload'), 'x')
  const marker = path.join(dataDir, 'files/installation-id')
  const own = readFileSync(marker)
  writeFileSync(marker, 'somebody-elses')
  const foreign = npm(env, 'db:reset', '--', '--yes')
  expect([await foreign.ended, foreign.output()]).toEqual([
    1,
    expect.stringContaining('the files of another installation (somebody-elses)'),
  ])
  expect(foreign.output()).toContain('Nothing was erased.')
  writeFileSync(marker, own)

  const reset = npm(env, 'db:reset', '--', '--yes')
  expect([await reset.ended, reset.output()]).toEqual([
    0,
    expect.stringContaining('every migration is applied'),
  ])
  expect(existsSync(path.join(dataDir, 'files'))).toBe(false)

  if (hasPsql) {
    const psql = npm(env, 'db:psql', '--', '-tAc', `select 'users: ' || count(*) from "user"`)
    expect([await psql.ended, psql.output()]).toEqual([0, expect.stringContaining('users: 0')])
  }
  expect(processesWith(dataDir)).toEqual([])
})

test('no command puts the password of a database into the arguments of a process', async () => {
  const bin = mkdtempSync(path.join(tmpdir(), 'plinth-bin-'))
  onTestFinished(() => rmSync(bin, { recursive: true }))
  const psql = path.join(bin, 'psql')
  writeFileSync(psql, '#!/bin/sh\necho "psql $*"\nenv | grep ^PG | sort\n', { mode: 0o755 })
  const DATABASE_URL =
    'postgres://app:p%40ss%23hunter2@db.example.com:6543/shop?sslmode=no-verify&options=-c%20search_path%3Dx'
  const shown = npm(
    { DATABASE_URL, PATH: `${bin}:${process.env.PATH}`, PGSERVICE: 'other' },
    'db:psql',
    '--',
    '-c',
    'x',
  )
  expect(await shown.ended).toBe(0)
  expect(shown.output()).toContain(
    'psql -c x\nPGDATABASE=shop\nPGHOST=db.example.com\nPGOPTIONS=-c search_path=x\nPGPASSWORD=p@ss#hunter2\nPGPORT=6543\nPGSSLMODE=require\nPGUSER=app\n',
  )
  expect(shown.output()).not.toContain('PGSERVICE')

  for (const url of [DATABASE_URL, 'postgres://app@db.example.com/shop?password=hunter2']) {
    const move = npm({}, 'db:move', '--', url)
    expect(await move.ended).toBe(1)
    expect(move.output()).toContain('✗ Leave the password out of the URL')
  }
})

test('a command leaves the database of somebody else as it is, until it is adopted', async () => {
  const connection = await createEmptyDatabase()
  const theirs = new pg.Client(connection)
  await theirs.connect()
  onTestFinished(() => theirs.end())
  await theirs.query('create table customer (id int); insert into customer values (1)')
  const proxy = await startDatabaseProxy(urlOf(connection))
  onTestFinished(() => proxy.close())
  const { env } = await ownPlace()
  const own = { ...env, DATABASE_URL: proxy.url }
  const tables = async () =>
    (await theirs.query("select count(*)::int as n from pg_tables where schemaname !~ '^pg_|^information'"))
      .rows[0]
  const promote = npm(own, 'user', '--', 'promote', 'ada@example.com')
  expect([await promote.ended, promote.output()]).toEqual([
    1,
    expect.stringContaining('(public.customer), so nothing was written'),
  ])
  expect(await tables()).toEqual({ n: 1 })
  const adopt = npm(own, 'db:adopt')
  expect([await adopt.ended, adopt.output()]).toEqual([
    0,
    expect.stringContaining("has this application's tables too"),
  ])
  expect((await theirs.query('select id from customer')).rows).toEqual([{ id: 1 }])
  const again = npm(own, 'user', '--', 'promote', 'ada@example.com')
  await again.ended
  expect(again.output()).not.toContain('nothing was written')
})

test('db:reset on a database without an installation id does not touch a folder of files', async () => {
  const { env, dataDir } = await ownPlace()
  const file = path.join(dataDir, 'files/of-another-database')
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(path.join(dataDir, 'files/installation-id'), 'somebody-elses')
  writeFileSync(file, 'x')
  const reset = npm(env, 'db:reset', '--', '--yes')
  expect([await reset.ended, reset.output()]).toEqual([
    1,
    expect.stringContaining('The database has no installation id'),
  ])
  expect(reset.output()).toContain('Nothing was erased.')
  expect(existsSync(file)).toBe(true)

  rmSync(path.join(dataDir, 'files'), { recursive: true })
  const again = npm(env, 'db:reset', '--', '--yes')
  expect([await again.ended, again.output()]).toEqual([
    0,
    expect.stringContaining('every migration is applied'),
  ])
})

test.each([
  [
    'outside local mode',
    { APP_URL: 'https://app.example.com', DATABASE_URL: 'postgres://app@127.0.0.1:9/app', ...publicSettings },
    'is public',
  ],
  [
    'on a database of another machine',
    { DATABASE_URL: 'postgres://app@db.example.com/app' },
    'DATABASE_URL leads to db.example.com',
  ],
  [
    'where a second host counts',
    { DATABASE_URL: 'postgres://localhost/app?host=localhost&host=db.example.com' },
    'leads to db.example.com',
  ],
  [
    'where PGHOST is the host',
    { DATABASE_URL: 'postgres:///app', PGHOST: 'db.example.com' },
    'leads to db.example.com',
  ],
  [
    'where the way past the pooler leads to another machine',
    {
      DATABASE_URL: 'postgres://app@127.0.0.1:9/app',
      DATABASE_DIRECT_URL: 'postgres://app@db.example.com/app',
    },
    'DATABASE_DIRECT_URL leads to db.example.com',
  ],
])('db:reset erases nothing %s', async (_, settings, says) => {
  const reset = npm({ ...(await ownPlace()).env, ...settings }, 'db:reset', '--', '--yes')
  expect([await reset.ended, reset.output()]).toEqual([1, expect.stringContaining(says)])
  expect(reset.output()).toContain('Nothing was erased.')
})

const npm = (env: Record<string, string>, ...args: string[]) => runCommand(['npm', 'run', ...args], { env })

async function ownPlace() {
  const folder = mkdtempSync(path.join(tmpdir(), 'plinth-commands-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }))
  const dataDir = path.join(folder, 'data')
  return { dataDir, env: { PORT: String(await freePort()), DATA_DIR: dataDir } }
}
