import { readFileSync, rmSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttpClient, type HttpClient } from './support/http-client.ts'
import { freePort, startApp, type RunningApp } from './support/running-app.ts'

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 8)
const password = 'correct-plinth-demo'
const dataDir = mkdtempSync(path.join(tmpdir(), 'plinth-crash-'))
const port = await freePort()
const acknowledged = new Set<string>()
let app: RunningApp
// Each round writes as a new user: one user may create 60 posts a minute.
let users = 0

beforeAll(async () => {
  app = await start()
})
afterAll(async () => {
  await app.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const start = () => startApp({ dataDir, port, env: { DEMO_PASSWORD: password, LOG_LEVEL: 'error' } })
const postmasterPid = () =>
  Number(readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])

/** Writes posts in sequence until stopped, and records an id only once the response has arrived. */
async function writeUntil(stopped: () => boolean): Promise<number> {
  const client = await newUser()
  let count = 0
  while (!stopped() && count < 50) {
    const title = `Post ${users}-${count}`
    const answer = await client
      .post('/api/trpc/posts.create', { json: { title, content: 'x'.repeat(2000) } })
      .catch(() => undefined)
    if (answer?.ok) {
      const { result } = (await answer.json()) as { result: { data: { json: { id: string } } } }
      acknowledged.add(`${client.cookie()} ${result.data.json.id}`)
      count += 1
    } else await pause(20)
  }
  return count
}

async function newUser(): Promise<HttpClient> {
  users += 1
  const client = createHttpClient(app.url)
  for (let attempt = 0; attempt < 400; attempt++) {
    // A new address each time: a sign-up whose response was lost may have succeeded.
    const email = `crash${users}-${attempt}@example.org`
    const account = { firstName: 'Crash', lastName: 'Dummy', email, password: 'vier rote Ziegel am Fluss' }
    const answer = await client.post('/api/auth/sign-up/email', account).catch(() => undefined)
    if (answer?.ok) return client
    await pause(50)
  }
  throw new Error('nobody could sign up')
}

async function missing(): Promise<string[]> {
  const lost: string[] = []
  for (const entry of acknowledged) {
    const [session = '', id = ''] = [
      entry.slice(0, entry.lastIndexOf(' ')),
      entry.slice(entry.lastIndexOf(' ') + 1),
    ]
    const query = encodeURIComponent(JSON.stringify({ json: { id } }))
    const answer = await whenAvailable(() =>
      fetch(`${app.url}/api/trpc/posts.get?input=${query}`, { headers: { cookie: session } }),
    )
    if (!answer.ok) lost.push(`${id}: ${answer.status}`)
  }
  acknowledged.clear()
  return lost
}

/**
 * A server that has just restarted may close connections once more; being unavailable for a short time is not
 * a loss.
 */
async function whenAvailable(ask: () => Promise<Response>): Promise<Response> {
  let answer = await ask()
  for (let attempt = 0; attempt < 100 && answer.status === 503; attempt++) {
    await pause(100)
    answer = await ask()
  }
  return answer
}

async function rounds(kill: () => Promise<void>): Promise<void> {
  let written = 0
  for (let round = 0; round < ROUNDS; round++) {
    let stopped = false
    const writing = writeUntil(() => stopped)
    await pause(100 + Math.floor(Math.random() * 400))
    await kill()
    stopped = true
    written += await writing
    expect(await missing(), `round ${round}`).toEqual([])
  }
  // Rounds without an acknowledged post would lose nothing either.
  expect(written).toBeGreaterThan(0)
}

test('kill -9 of the application mid-write loses no acknowledged post', () =>
  rounds(async () => {
    await app.kill()
    app = await start()
  }))

test('kill -9 of the embedded server mid-write loses no acknowledged post and ends no process', async () => {
  const { pid } = app
  await rounds(async () => {
    process.kill(postmasterPid(), 'SIGKILL')
    await untilReady()
  })
  expect(app.pid).toBe(pid)
})

test('kill -9 of both mid-write loses no acknowledged post', () =>
  rounds(async () => {
    process.kill(postmasterPid(), 'SIGKILL')
    await app.kill()
    app = await start()
  }))

async function untilReady(): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const answer = await fetch(`${app.url}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await pause(50)
  }
  throw new Error(`not ready again:\n${app.output()}`)
}
