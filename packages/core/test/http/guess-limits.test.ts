import { eq, like } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { user } from '@plinth/core/database/server'
import { limitCounter } from '@plinth/core/internal/limits/limits.table.server.ts'
import type { HttpClient } from '@plinth/testing/http-client.ts'
import { startApp, type RunningApp } from '@plinth/testing/programs/running-app.ts'
import { openApp, PASSWORD, sharedApp, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { newEmail, signIn, signUp } from '@plinth/testing/http/users.ts'

let app: AppUnderTest
let twin: RunningApp
const viaProxy = { TRUSTED_PROXIES: '127.0.0.1' }

beforeAll(async () => {
  app = await openApp(viaProxy)
  twin = await startApp({
    env: {
      DATABASE_URL: app.database.url,
      DEMO_PASSWORD: PASSWORD,
      BETTER_AUTH_SECRET: 'the twin shares nothing but the database',
      ...viaProxy,
    },
  })
  return async () => void (await twin.stop())
})

let addresses = 0
/** A client address behind the proxy that no other test uses. */
const newAddress = () => `198.51.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`

const guess = (url: string, email: string, { password = 'a wrong password', address = newAddress() } = {}) =>
  fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { origin: new URL(url).origin, 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ email, password }),
  })
/** Makes one guess and sets its counters to `times`; the sixty guesses below test the counting itself. */
async function guessed(times: number, { email = newEmail(), address = newAddress() }) {
  await guess(app.url, email, { address })
  const counted = (key: string) =>
    app.db
      .update(limitCounter)
      .set({ count: times })
      .where(like(limitCounter.key, `%${key}%`))
  await Promise.all([counted(`account:${email}`), counted(`address:${address}`)])
}
const count = (answers: readonly Response[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

test('guesses at the sign-in page do not keep a signed-in user from re-authenticating', async () => {
  const { email, client } = await signUp(app)
  await guessed(18, { email })
  expect(count(await Promise.all(Array.from({ length: 7 }, () => guess(app.url, email))))).toEqual({
    401: 2,
    429: 5,
  })
  expect((await client.post('/api/auth/reauthenticate/password', { password: PASSWORD })).status).toBe(200)
  const change = { currentPassword: PASSWORD, newPassword: 'sieben blaue Boote im Wind' }
  expect((await client.post('/api/auth/change-password', change)).status).toBe(200)
  expect((await guess(app.url, email, { password: change.newPassword })).status).toBe(429)
})

describe('guesses at one account', () => {
  test('are limited to twenty, raced from many addresses on two instances; then even the right one has to wait', async () => {
    const { email } = await signUp(app)
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, at) => guess(at % 2 === 0 ? app.url : twin.url, email)),
    )
    expect(count(answers)).toEqual({ 401: 20, 429: 40 })
    const late = await guess(twin.url, email, { password: PASSWORD })
    expect(late.status).toBe(429)
    const wait = Number(late.headers.get('retry-after'))
    expect([wait > 800, wait <= 900]).toEqual([true, true])
    expect(await late.json()).toMatchObject({ code: 'errors:tooManyAttempts' })
  })

  test('count for an unknown address as for a known one', async () => {
    const email = newEmail()
    await guessed(18, { email })
    const answers = await Promise.all(Array.from({ length: 6 }, () => guess(app.url, email)))
    expect(count(answers)).toEqual({ 401: 2, 429: 4 })
  })

  test('count for every spelling of the address', async () => {
    const { email } = await signUp(app)
    const spellings = [email, email.toUpperCase(), ` ${email}`, email.replace('p', 'P')]
    await guessed(12, { email })
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => guess(app.url, spellings[at % 4] ?? '')),
    )
    expect(count(answers)).toEqual({ 401: 8, 429: 4 })
  })

  test('are reset by the right password, and block nobody else', async () => {
    const { email } = await signUp(app)
    for (let round = 0; round < 2; round++) {
      await Promise.all(Array.from({ length: 15 }, () => guess(app.url, email)))
      expect((await guess(app.url, email, { password: PASSWORD })).status).toBe(200)
    }
    expect((await guess(twin.url, 'ada@example.com', { password: PASSWORD })).status).toBe(200)
  })
})

describe('twenty wrong passwords of strangers', () => {
  const signInAgain = async (client: HttpClient, email: string, password = PASSWORD) => {
    await client.post('/api/auth/sign-out', {})
    return (await client.post('/api/auth/sign-in/email', { email, password })).status
  }

  test('lock nobody out of a browser that has signed in before', async () => {
    const [{ email, client }, { client: other }] = [await signUp(app), await signUp(app)]
    await guessed(20, { email })
    expect((await guess(app.url, email, { password: PASSWORD })).status).toBe(429)
    expect(await signInAgain(other, email)).toBe(429)
    expect(await signInAgain(client, email)).toBe(200)
    // The right password there doesn't give strangers more guesses.
    expect((await guess(app.url, email)).status).toBe(429)
  })

  test('are no more from a browser that was signed in: it has twenty of its own, until the password changes', async () => {
    const { email, client } = await signUp(app)
    await guessed(20, { email })
    const statuses: number[] = []
    for (let tries = 0; tries < 21; tries++)
      statuses.push(await signInAgain(client, email, 'a wrong password'))
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 401), 429])
    const { client: before, email: changed } = await signUp(app)
    await app.db.update(user).set({ securityStamp: 'another' }).where(eq(user.email, changed))
    await guessed(20, { email: changed })
    expect(await signInAgain(before, changed)).toBe(429)
  })
})

describe('guesses from one address', () => {
  test('at changing accounts are limited to two hundred', async () => {
    const address = newAddress()
    await guessed(190, { address })
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => guess(app.url, newEmail(), { address })),
    )
    expect(count(answers)).toEqual({ 401: 10, 429: 10 })
    expect((await guess(app.url, 'ben@example.com', { password: PASSWORD })).status).toBe(200)
  })

  test('cannot be spread by forging forwarded addresses', async () => {
    const address = newAddress()
    const send = (prefix: string) =>
      fetch(`${app.url}/api/auth/request-password-reset`, {
        method: 'POST',
        headers: {
          origin: app.url,
          'content-type': 'application/json',
          'x-forwarded-for': `${prefix}, ${address}`,
        },
        body: JSON.stringify({ email: newEmail() }),
      })
    const answers = await Promise.all(Array.from({ length: 25 }, (_, at) => send(`203.0.113.${at}`)))
    expect(count(answers)).toEqual({ 200: 20, 429: 5 })
  })
})

describe('a mailbox gets', () => {
  const ask = (path: string, email: string) =>
    fetch(`${app.url}/api/auth/${path}`, {
      method: 'POST',
      headers: { origin: app.url, 'content-type': 'application/json', 'x-forwarded-for': newAddress() },
      body: JSON.stringify({ email }),
    })
  const verification = 'send-verification-email'
  const atOnce = (path: string, email: string) =>
    Promise.all(Array.from({ length: 12 }, () => ask(path, email)))

  test('one mail a minute that verifies it, and five in a quarter of an hour', async () => {
    const [ada, ben] = [await signUp(app), await signUp(app)]
    expect(count(await atOnce(verification, ada.email))).toEqual({ 200: 1, 429: 11 })
    const answers: Response[] = []
    for (let at = 0; at < 6; at++) {
      answers.push(await ask(verification, ben.email))
      await app.db.delete(limitCounter).where(like(limitCounter.key, 'send-verification:pause:%'))
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
  })

  test('five links to a new password in a quarter of an hour', async () => {
    const { email } = await signUp(app)
    expect(count(await atOnce('request-password-reset', email))).toEqual({ 200: 5, 429: 7 })
  })
})

test('a response rejected by a limit has the headers of every response', async () => {
  const { email } = await signUp(app)
  await guessed(20, { email })
  const refused = await guess(app.url, email)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('content-security-policy')).toBe(
    "default-src 'none'; frame-ancestors 'none'; sandbox",
  )
  expect(refused.headers.get('x-content-type-options')).toBe('nosniff')
  expect(refused.headers.get('cache-control')).toBe('no-store')
})

test('forwarded headers give no extra attempts when no proxy is trusted', async () => {
  const open = await sharedApp()
  const { email } = await signUp(open)
  const answers = await Promise.all(Array.from({ length: 25 }, () => guess(open.url, email)))
  expect(count(answers)).toEqual({ 401: 20, 429: 5 })
  expect((await signIn(open, email)).status).toBe(429)
})
