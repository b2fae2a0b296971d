import { createHmac, randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { session, user } from '@plinth/core/database/server'
import { cookieName } from '@plinth/core/auth/server'
import { createHttpClient, type HttpClient } from '@plinth/testing/http-client.ts'
import { sharedApp, PASSWORD, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { isSignedIn, signIn, signUp } from '@plinth/testing/http/users.ts'

let app: AppUnderTest
let sessionCookie = ''
beforeAll(async () => {
  app = await sharedApp()
  sessionCookie = cookieName('session', app.url)
})

const cookieValue = (client: HttpClient) =>
  decodeURIComponent(new RegExp(`${sessionCookie}=([^;]+)`).exec(client.cookie())?.[1] ?? '')
const tokenOf = (client: HttpClient) => cookieValue(client).split('.')[0] ?? ''
const bodyOf = async (answer: Response) =>
  (await answer.json()) as { session: Record<string, unknown>; user: Record<string, unknown> }
const clientWith = (cookie: string): HttpClient => ({
  ...createHttpClient(app.url),
  cookie: () => cookie,
  get: (path) => fetch(app.url + path, { headers: { cookie }, redirect: 'manual' }),
})

async function signedIn(email: string): Promise<HttpClient> {
  const client = createHttpClient(app.url)
  expect((await client.post('/api/auth/sign-in/email', { email, password: PASSWORD })).status).toBe(200)
  return client
}

describe('cookies', () => {
  test('are SameSite and HttpOnly, and expire with the browser when "Remember me" is off', async () => {
    const { email } = await signUp(app)
    const kept = (await signIn(app, email, { rememberMe: true })).headers.getSetCookie()
    expect(kept.filter((line) => line.startsWith(`${sessionCookie}=`))).toEqual([
      expect.stringMatching(/; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
    const passing = (await signIn(app, email, { rememberMe: false })).headers.getSetCookie()
    expect(passing.some((line) => line.startsWith(`${sessionCookie}=`))).toBe(true)
    for (const line of passing) {
      expect(line).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/)
      expect(line).not.toMatch(/max-age|expires|domain/i)
    }
  })

  test('that expire with the browser still do after the session is renewed', async () => {
    const { email } = await signUp(app)
    const client = createHttpClient(app.url)
    await client.post('/api/auth/sign-in/email', { email, password: PASSWORD, rememberMe: false })
    await app.db
      .update(session)
      .set({ updatedAt: sql`now() - interval '2 days'`, expiresAt: sql`now() + interval '10 hours'` })
      .where(eq(session.token, tokenOf(client)))
    const renewed = await client.get('/api/auth/get-session')
    expect(await renewed.json()).not.toBeNull()
    for (const line of renewed.headers.getSetCookie()) expect(line).not.toMatch(/max-age=[1-9]|expires/i)
  })
})

describe('a session', () => {
  test('gets a new token at each sign-in and never reuses a token sent along', async () => {
    const { email, client } = await signUp(app)
    const brought = client.cookie()
    const answer = await fetch(`${app.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { origin: app.url, cookie: brought, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD }),
    })
    const [set = ''] = answer.headers.getSetCookie().filter((line) => line.startsWith(sessionCookie))
    expect(set).not.toContain(encodeURIComponent(cookieValue(client)))
    const tokens = await Promise.all(Array.from({ length: 10 }, async () => tokenOf(await signedIn(email))))
    expect(new Set(tokens).size).toBe(10)
    for (const token of tokens) expect(token).toMatch(/^[\w-]{32,}$/)
  })

  test('has the same shape whether it is read or refreshed', async () => {
    const { email } = await signUp(app)
    const client = await signedIn(email)
    const token = tokenOf(client)
    const read = await client.get('/api/auth/get-session')
    expect(read.headers.getSetCookie()).toEqual([])
    await app.db
      .update(session)
      .set({ updatedAt: sql`now() - interval '2 hours'`, expiresAt: sql`now() + interval '6 days'` })
      .where(eq(session.token, token))
    const refreshed = await client.get('/api/auth/get-session')
    const [before, after] = [await bodyOf(read), await bodyOf(refreshed)]
    expect(before.user).toEqual(after.user)
    const { updatedAt: readAt, expiresAt: readUntil, ...kept } = before.session
    const { updatedAt, expiresAt, ...same } = after.session
    expect(kept).toEqual(same)
    expect([typeof readAt, typeof readUntil]).toEqual([typeof updatedAt, typeof expiresAt])
    const [own] = await app.db.select().from(session).where(eq(session.token, token))
    expect(own?.expiresAt.getTime()).toBeGreaterThan(Date.now() + 6.9 * 86_400_000)
  })

  test('never exposes its token in a body or on a page', async () => {
    const { email, client, answer } = await signUp(app)
    const signInAnswer = await client.post('/api/auth/sign-in/email', { email, password: PASSWORD })
    const bodies = [await answer.text(), await signInAnswer.text()]
    const tokens = await app.db.select({ token: session.token }).from(session)
    for (const path of [
      '/api/auth/get-session',
      '/',
      '/dashboard',
      '/dashboard/settings',
      '/api/trpc/sessions.list',
      '/dev/mailbox.json',
      '/nope',
    ]) {
      bodies.push(await (await client.get(path)).text())
    }
    for (const body of bodies) for (const { token } of tokens) expect(body).not.toContain(token)
    const { session: shown } = JSON.parse(bodies[2] ?? '') as { session: { token: string } }
    const withHandle = clientWith(`${sessionCookie}=${encodeURIComponent(shown.token)}`)
    expect(await isSignedIn(withHandle)).toBe(false)
  })

  test('rejects a forged cookie', async () => {
    const { client } = await signUp(app)
    const token = tokenOf(client)
    const signedBy = (secret: string) => createHmac('sha256', secret).update(token).digest('base64')
    const own = cookieValue(client)
    const forged = [
      token,
      `${token}.`,
      `${token}.${signedBy('')}`,
      `${token}.${signedBy('better-auth-secret-12345678901234567890')}`,
      `${randomBytes(24).toString('base64url')}.${own.split('.')[1]}`,
      own.slice(0, -3),
      `${own}x`,
      own.toUpperCase(),
      `x${own}`,
    ]
    for (const value of forged)
      expect(await isSignedIn(clientWith(`${sessionCookie}=${encodeURIComponent(value)}`)), value).toBe(false)
    expect(await isSignedIn(clientWith(`${sessionCookie}=%E0%A4%A`))).toBe(false)
    expect(await isSignedIn(clientWith(`${sessionCookie}=${encodeURIComponent(own)}`))).toBe(true)
  })

  test('that ends while it is refreshed leaves its cookie: by then another tab may have signed in anew', async () => {
    const { client } = await signUp(app)
    const own = eq(session.token, tokenOf(client))
    await app.db
      .update(session)
      .set({ updatedAt: sql`now() - interval '2 hours'`, expiresAt: sql`now() + interval '6 days'` })
      .where(own)
    const waiting = sql`select from pg_locks where transactionid = pg_current_xact_id()::xid and not granted`
    let refresh: Promise<Response> | undefined
    await app.db.transaction(async (tx) => {
      await tx.select().from(session).where(own).for('update')
      refresh = client.get('/api/auth/get-session')
      await expect.poll(async () => (await tx.execute(waiting)).rowCount).toBe(1)
      await tx.delete(session).where(own)
    })
    const set = (await refresh)?.headers.getSetCookie()
    expect(set?.filter((line) => line.startsWith(`${sessionCookie}=`))).toEqual([])
  })

  test('is never set again by a response to one of its requests: by then another tab may have signed in anew', async () => {
    const { client } = await signUp(app)
    await app.db
      .update(session)
      .set({ updatedAt: sql`now() - interval '2 hours'`, expiresAt: sql`now() + interval '6 days'` })
      .where(eq(session.token, tokenOf(client)))
    const answers = [
      await client.get('/api/auth/get-session'),
      await client.post('/api/auth/update-user', { firstName: 'Ada', lastName: 'Byron' }),
      await client.post('/api/auth/change-password', {
        currentPassword: PASSWORD,
        newPassword: 'sieben blaue Boote im Wind',
      }),
    ]
    for (const answer of answers) expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []])
    expect(await isSignedIn(client)).toBe(true)
  })

  test('takes the client address from the socket, not from a header', async () => {
    const { email } = await signUp(app)
    const claims = [
      'x-forwarded-for',
      'x-real-ip',
      'x-app-client-ip',
      'cf-connecting-ip',
      'true-client-ip',
      'x-client-ip',
    ]
    await fetch(`${app.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: {
        origin: app.url,
        'content-type': 'application/json',
        forwarded: 'for=6.6.6.6',
        ...Object.fromEntries(claims.map((name) => [name, '6.6.6.6'])),
      },
      body: JSON.stringify({ email, password: PASSWORD }),
    })
    const rows = await app.db
      .select({ ip: session.ipAddress })
      .from(session)
      .innerJoin(user, eq(user.id, session.userId))
      .where(eq(user.email, email))
    expect(new Set(rows.map(({ ip }) => ip))).toEqual(new Set(['127.0.0.1']))
  })
})
