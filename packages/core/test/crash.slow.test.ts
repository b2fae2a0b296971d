import { readFileSync, rmSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttpClient, type HttpClient } from '@plinth/testing/http-client.ts'
import { freePort, startApp, type RunningApp } from '@plinth/testing/programs/running-app.ts'

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 8)
const password = 'correct-plinth-demo'
const dataDir = mkdtempSync(path.join(tmpdir(), 'plinth-crash-'))
const port = await freePort()
/** The number in the last acknowledged name of each user, by their Cookie header. */
const acknowledged = new Map<string, number>()
let app: RunningApp
// Each round writes as a new user.
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

/** Changes a user's name in sequence until stopped. Counts a change only once its response is there. */
async function writeUntil(stopped: () => boolean): Promise<number> {
  const client = await newUser()
  let count = 0
  while (!stopped() && count < 200) {
    const name = { firstName: 'Crash', lastName: `number ${count + 1}` }
    const answer = await client.post('/api/auth/update-user', name).catch(() => undefined)
    if (answer?.ok) {
      count += 1
      acknowledged.set(client.cookie(), count)
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

/** The users whose name is older than the last acknowledged one. */
async function missing(): Promise<string[]> {
  const lost: string[] = []
  for (const [cookie, count] of acknowledged) {
    const answer = await whenAvailable(() =>
      fetch(`${app.url}/api/auth/get-session`, { headers: { cookie } }),
    )
    const { user } = ((await answer.json()) ?? {}) as { user?: { name: string } }
    if (!(Number(user?.name.replace(/\D/g, '')) >= count)) lost.push(`${user?.name}, not ${count}`)
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
  // Rounds without an acknowledged change would lose nothing either.
  expect(written).toBeGreaterThan(0)
}

test('kill -9 of the application mid-write loses no acknowledged change', () =>
  rounds(async () => {
    await app.kill()
    app = await start()
  }))

test('kill -9 of the embedded server mid-write loses no acknowledged change and ends no process', async () => {
  const { pid } = app
  await rounds(async () => {
    process.kill(postmasterPid(), 'SIGKILL')
    await untilReady()
  })
  expect(app.pid).toBe(pid)
})

test('kill -9 of both mid-write loses no acknowledged change', () =>
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
