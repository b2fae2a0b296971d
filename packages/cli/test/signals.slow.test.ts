import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { commandFile } from '@plinth/cli/commands.mjs'
import { connectEmbedded } from '@plinth/testing/servers/embedded-database.ts'
import { copyProject } from '@plinth/testing/programs/project-copy.ts'
import { requireBuild } from '@plinth/testing/runner/require-build.ts'
import { processesWith } from '@plinth/testing/programs/processes.ts'
import { runCommand } from '@plinth/testing/programs/run-command.ts'
import { freePort } from '@plinth/testing/programs/running-app.ts'
import { hasLiveUpdates, livePath } from '@plinth/testing/http/live-stream.ts'

// What compose.yaml and the service of docs/deploy.md allow.
const STOPS_WITHIN_MS = 20_000

beforeAll(requireBuild)

describe('a signal leaves no process running', () => {
  test.each([['start'], ['dev']])('SIGTERM to the npm process alone, from npm run %s', async (script) => {
    const place = await ownPlace()
    const npm = runCommand(['npm', 'run', script], { env: place.env })
    await npm.prints('Press Ctrl-C to stop')
    expect(processesWith(place.folder).length).toBeGreaterThan(3)
    process.kill(npm.child.pid ?? 0, 'SIGTERM')
    await nothingLeft(place.folder)
  })

  test.each(['npm', 'scripts/run.mjs'])('SIGKILL to %s alone', async (killed) => {
    const place = await ownPlace()
    const npm = runCommand(['npm', 'start'], { env: place.env })
    await npm.prints('Press Ctrl-C to stop')
    const found = processesWith(place.folder).find(({ command }) => command.includes(killed))
    if (!found) throw new Error(`${killed} is not running`)
    process.kill(found.pid, 'SIGKILL')
    await nothingLeft(place.folder)
  })

  test('SIGTERM during startup: the application exits as soon as it has started', async () => {
    const place = await ownPlace()
    const app = runCommand(['node', 'scripts/run.mjs', 'start'], { env: place.env })
    await app.prints('creating the embedded database')
    app.child.kill('SIGTERM')
    expect(await app.ended).toBe(0)
    await nothingLeft(place.folder)
  })

  test('SIGTERM to npm run security alone, during its build: nothing is tested', async () => {
    const { folder } = copyProject()
    const security = runCommand(['node', 'scripts/run.mjs', 'security'], { cwd: folder })
    await security.prints('Building...')
    security.child.kill('SIGTERM')
    expect(await endsInTime(security.ended)).toBe(143)
    expect(security.output()).not.toContain('RUN')
    await nothingLeft(folder)
  })

  test('Ctrl-C during the build ends it and serves nothing', async () => {
    const { folder } = copyProject()
    const start = runCommand(['node', 'scripts/run.mjs', 'start'], {
      cwd: folder,
      env: (await ownPlace()).env,
    })
    await start.prints('Building...')
    // Like a terminal: to the whole process group.
    process.kill(-(start.child.pid ?? 0), 'SIGINT')
    expect(await endsInTime(start.ended), start.output()).toBe(130)
    expect(start.output()).not.toMatch(/Press Ctrl-C to stop|failed|\n\s+at /)
    await nothingLeft(folder)
  })

  test('SIGINT to a command that is waiting for the database', async () => {
    const place = await ownPlace()
    const app = runCommand(['node', 'scripts/run.mjs', 'start'], { env: place.env })
    await app.prints('Press Ctrl-C to stop')
    const database = await openDatabase(place.folder)
    await database.query('begin; lock table "user" in access exclusive mode')
    const command = runCommand(['node', 'scripts/run.mjs', 'user', 'promote', 'ada@example.com'], {
      env: place.env,
    })
    await expect.poll(() => waiting(place.folder)).toBeGreaterThan(0)
    command.child.kill('SIGINT')
    expect(await endsInTime(command.ended)).toBe(130)
    app.child.kill('SIGTERM')
    expect(await endsInTime(app.ended)).toBe(0)
    await nothingLeft(place.folder)
  })
})

test('node scripts/run.mjs serve stops in time on SIGTERM with open streams, idle connections, a partial request and a hanging query', async () => {
  const place = await ownPlace()
  const app = runCommand([path.resolve('node_modules/.bin/node'), commandFile('serve')], {
    env: { ...place.env, NODE_ENV: 'production' },
  })
  await app.prints('Press Ctrl-C to stop')
  const url = `http://localhost:${place.port}`
  const signIn = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email: 'ada@example.com', password: place.env.DEMO_PASSWORD }),
  })
  const cookie = signIn.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ')
  if (hasLiveUpdates) {
    const stream = await fetch(url + livePath, { headers: { cookie, accept: 'text/event-stream' } })
    expect(stream.status).toBe(200)
  }
  for (const text of [
    `GET /healthz HTTP/1.1\r\nHost: localhost:${place.port}\r\n\r\n`,
    'POST /api/trpc/profile.setLanguage HTTP/1.1\r\nHost: x\r\n',
  ]) {
    const socket = connect(place.port, '127.0.0.1').on('error', () => {})
    onTestFinished(() => void socket.destroy())
    socket.write(text)
    if (text.startsWith('GET')) await new Promise((resolve) => socket.once('data', resolve))
  }
  const database = await openDatabase(place.folder)
  await database.query('begin; lock table account_export in access exclusive mode')
  const hanging = fetch(`${url}/api/trpc/account.latestExport`, { headers: { cookie } }).catch(
    () => undefined,
  )
  await expect.poll(() => waiting(place.folder)).toBeGreaterThan(0)

  app.child.kill('SIGTERM')
  expect(await endsInTime(app.ended)).toBe(0)
  await hanging
  await nothingLeft(place.folder)
})

async function ownPlace() {
  const folder = mkdtempSync(path.join(tmpdir(), 'plinth-signals-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }))
  const port = await freePort()
  const env = {
    PORT: String(port),
    DATA_DIR: path.join(folder, 'data'),
    DEMO_PASSWORD: 'vier rote Ziegel am Fluss',
  }
  return { folder, port, env }
}

async function openDatabase(folder: string): Promise<pg.Client> {
  const client = await connectEmbedded(path.join(folder, 'data'))
  client.on('error', () => {})
  onTestFinished(() => client.end().catch(() => {}))
  return client
}

/** The number of queries waiting for a lock. */
async function waiting(folder: string): Promise<number> {
  const client = await openDatabase(folder)
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_locks where not granted`,
  )
  await client.end()
  return rows[0]?.count ?? 0
}

async function endsInTime(ended: Promise<number | null>): Promise<number | null | 'too late'> {
  const late = new Promise<'too late'>((resolve) =>
    setTimeout(() => resolve('too late'), STOPS_WITHIN_MS).unref(),
  )
  return Promise.race([ended, late])
}

async function nothingLeft(marker: string): Promise<void> {
  await expect.poll(() => processesWith(marker), { timeout: STOPS_WITHIN_MS }).toEqual([])
}
