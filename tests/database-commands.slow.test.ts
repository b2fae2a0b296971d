import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { publicSettings } from './support/http/open-app.ts'
import { requireBuild } from './support/require-build.ts'
import { processesWith } from './support/processes.ts'
import { runCommand } from './support/run-command.ts'
import { freePort } from './support/running-app.ts'

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
  const app = runCommand(['node', 'scripts/start.mjs'], { env })
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
