import { createAuthClient } from 'better-auth/client'
import { multiSessionClient } from 'better-auth/client/plugins'
import { eq, inArray } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { session, user } from '@plinth/core/database/server'
import { accountCookiePrefix, cookieName } from '@plinth/core/auth/server'
import { limitCounter } from '@plinth/core/internal/limits/limits.table.server.ts'
import { createHttpClient, type HttpClient } from '@plinth/testing/http-client.ts'
import { featureFixtures, fixtureSettings } from '@plinth/testing/feature-fixtures.ts'
import { openApp, PASSWORD, publicSettings, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { isSignedIn, newEmail, newestLink, signUp, followLink } from '@plinth/testing/http/users.ts'

type Listed = {
  session: { id: string; token: string; userId: string }
  user: { email: string }
  active: boolean
}

const secret = publicSettings.BETTER_AUTH_SECRET
const otherSignIns = featureFixtures.flatMap(({ signIn }) => signIn ?? [])

let app: AppUnderTest
let users: string[]
beforeAll(async () => {
  app = await openApp({ ...(await fixtureSettings()), BETTER_AUTH_SECRET: secret })
  users = []
  for (let at = 0; at < 7; at += 1) users.push((await signUp(app)).email)
})
beforeEach(async () => {
  await app.db.delete(limitCounter)
})

const enter = async (client: HttpClient, email: string | undefined, more: object = {}) => {
  const answer = await client.post('/api/auth/sign-in/email', { email, password: PASSWORD, ...more })
  expect(answer.status).toBe(200)
}
const list = async (client: HttpClient) =>
  (await (await client.get('/api/auth/multi-session/list-device-sessions')).json()) as Listed[]
const emails = async (client: HttpClient) => (await list(client)).map((row) => row.user.email)
const whoIs = async (client: HttpClient) =>
  ((await (await client.get('/api/auth/get-session')).json()) as { user: { email: string } } | null)?.user
    .email ?? null
const handleOf = async (client: HttpClient, email: string | undefined) =>
  (await list(client)).find((row) => row.user.email === email)?.session.token
const switchTo = async (client: HttpClient, email: string | undefined) =>
  client.post('/api/auth/multi-session/set-active', { sessionToken: await handleOf(client, email) })
const revoke = async (client: HttpClient, email: string | undefined) =>
  client.post('/api/auth/multi-session/revoke', { sessionToken: await handleOf(client, email) })
const sessionRow = async (id: string) => (await app.db.select().from(session).where(eq(session.id, id)))[0]

/** A browser in which these users have signed in, in this order. */
async function browserOf(...who: (string | undefined)[]): Promise<HttpClient> {
  const client = createHttpClient(app.url)
  for (const email of who) await enter(client, email)
  return client
}

describe('several accounts in one browser', () => {
  test('are listed with the active one first, with handles that sign nobody in', async () => {
    const client = await browserOf(users[0], users[1], users[2])
    expect(await emails(client)).toEqual([users[2], users[1], users[0]])
    expect((await list(client)).map(({ active }) => active)).toEqual([true, false, false])
    const tokens = (await app.db.select({ token: session.token }).from(session)).map(({ token }) => token)
    for (const { session: row } of await list(client)) expect(tokens).not.toContain(row.token)
  })

  test('can be switched, which all endpoints and pages follow, and switched back', async () => {
    const client = await browserOf(users[0], users[1])
    expect((await switchTo(client, users[0])).status).toBe(200)
    expect(await whoIs(client)).toBe(users[0])
    expect(await (await client.get('/dashboard')).text()).toContain(users[0])
    expect(await emails(client)).toEqual([users[0], users[1]])
    await switchTo(client, users[1])
    expect(await whoIs(client)).toBe(users[1])
  })

  test('sign out one by one: the newest remaining account becomes active, then none', async () => {
    const client = await browserOf(users[0], users[1], users[2])
    const [active] = await list(client)
    expect((await revoke(client, users[2])).status).toBe(200)
    expect(await whoIs(client)).toBe(users[1])
    expect(await sessionRow(active?.session.id ?? '')).toBeUndefined()
    await revoke(client, users[0])
    expect([await whoIs(client), await emails(client)]).toEqual([users[1], [users[1]]])
    await revoke(client, users[1])
    expect([await isSignedIn(client), await emails(client)]).toEqual([false, []])
    expect(client.cookie()).toMatch(/^\S+known_browser=\S+$/)
  })

  test('sign out together: every session is deleted, and only the cookie of a known browser remains', async () => {
    const client = await browserOf(users[0], users[1], users[2])
    const before = client.cookie()
    const ids = (await list(client)).map((row) => row.session.id)
    expect((await client.post('/api/auth/sign-out', {})).status).toBe(200)
    expect(await app.db.select().from(session).where(inArray(session.id, ids))).toEqual([])
    expect(client.cookie()).toMatch(/^\S+known_browser=\S+$/)
    const kept = await fetch(`${app.url}/api/auth/multi-session/list-device-sessions`, {
      headers: { cookie: before },
    })
    expect(await kept.json()).toEqual([])
  })

  test('are limited to five: the sixth sign-in ends the oldest session', async () => {
    const client = await browserOf(...users.slice(0, 5))
    const oldest = (await list(client)).find((row) => row.user.email === users[0])
    const cookieBefore = client.cookie()
    await enter(client, users[5])
    expect(await emails(client)).toEqual([users[5], users[4], users[3], users[2], users[1]])
    expect(await sessionRow(oldest?.session.id ?? '')).toBeUndefined()
    const answer = await fetch(`${app.url}/api/auth/multi-session/set-active`, {
      method: 'POST',
      headers: { cookie: cookieBefore, origin: app.url, 'content-type': 'application/json' },
      body: JSON.stringify({ sessionToken: oldest?.session.token }),
    })
    expect(answer.status).toBe(404)
  })

  test('stay limited to five when sign-ins arrive concurrently', async () => {
    const client = await browserOf(...users.slice(0, 4))
    await Promise.all(users.slice(4, 7).map((email) => enter(client, email)))
    expect((await list(client)).length).toBeLessThanOrEqual(5)
    await enter(client, users[0])
    expect(client.cookie().match(/_multi-/g)?.length).toBe(5)
  })

  test('contain each user once: signing in again ends the older session', async () => {
    const client = await browserOf(users[0], users[1])
    const before = await list(client)
    await enter(client, users[0])
    expect(await emails(client)).toEqual([users[0], users[1]])
    expect(
      await sessionRow(before.find((row) => row.user.email === users[0])?.session.id ?? ''),
    ).toBeUndefined()
  })

  test('include new sign-ups and other ways to sign in', async () => {
    const client = await browserOf(users[0])
    const email = newEmail()
    await client.post('/api/auth/sign-up/email', {
      firstName: 'Eva',
      lastName: 'Lux',
      email,
      password: PASSWORD,
    })
    const expected = [email, users[0]]
    for (const signIn of otherSignIns) {
      expected.unshift(newEmail())
      await signIn(client, { email: expected[0] ?? '' })
    }
    expect(await emails(client)).toEqual(expected)
  })
})

describe('a session ended elsewhere', () => {
  test('is no longer listed and cannot be switched to: terminated, banned, deleted', async () => {
    const [a, b, c] = await Promise.all([signUp(app), signUp(app), signUp(app)])
    const client = await browserOf(a.email, b.email, c.email, users[0])
    const handles = await Promise.all([a, b, c].map(({ email }) => handleOf(client, email)))
    const idOf = async (email: string) =>
      (await app.db.select().from(user).where(eq(user.email, email)))[0]?.id ?? ''
    await app.db.delete(session).where(eq(session.userId, await idOf(a.email)))
    await app.db.update(user).set({ banned: true }).where(eq(user.email, b.email))
    await app.db.delete(user).where(eq(user.email, c.email))
    expect(await emails(client)).toEqual([users[0]])
    for (const sessionToken of handles)
      expect((await client.post('/api/auth/multi-session/set-active', { sessionToken })).status).toBe(404)
  })

  test('during a switch results in a full session or none, never a mixture', async () => {
    const other = await signUp(app)
    const client = await browserOf(other.email, users[0])
    const sessionToken = await handleOf(client, other.email)
    const cookie = client.cookie()
    const send = (path: string, body: object) =>
      fetch(app.url + path, {
        method: 'POST',
        headers: { cookie, origin: app.url, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => send('/api/auth/multi-session/set-active', { sessionToken })),
      send('/api/auth/sign-out', {}),
      ...Array.from({ length: 5 }, () => send('/api/auth/multi-session/set-active', { sessionToken })),
    ])
    for (const answer of answers) expect([200, 404]).toContain(answer.status)
    await switchTo(client, users[0])
    expect(await isSignedIn(client)).toBe(false)
  })
})

describe('remember me', () => {
  test('off: every cookie of that sign-in expires with the browser, the others stay', async () => {
    const client = createHttpClient(app.url)
    await enter(client, users[0])
    await enter(client, users[1], { rememberMe: false })
    client.restart()
    expect(await whoIs(client)).toBe(null)
    expect(await emails(client)).toEqual([users[0]])
    await switchTo(client, users[0])
    client.restart()
    expect(await whoIs(client)).toBe(users[0])
  })

  test('off: switching away and back does not make the session persistent', async () => {
    const client = createHttpClient(app.url)
    await enter(client, users[1], { rememberMe: false })
    await enter(client, users[0])
    await switchTo(client, users[1])
    await client.get('/api/auth/get-session')
    client.restart()
    expect([await whoIs(client), await emails(client)]).toEqual([null, [users[0]]])
  })

  test('on, after an account for which it was off: the session persists', async () => {
    const client = createHttpClient(app.url)
    await enter(client, users[1], { rememberMe: false })
    await enter(client, users[0], { rememberMe: true })
    client.restart()
    expect(await whoIs(client)).toBe(users[0])
  })

  test.each(
    otherSignIns.flatMap((signIn) => [true, false].map((rememberMe) => [rememberMe, signIn] as const)),
  )('applies to other ways to sign in, too: %s', async (rememberMe, signIn) => {
    const email = newEmail()
    const client = createHttpClient(app.url)
    await enter(client, users[0], { rememberMe: !rememberMe })
    await signIn(client, { email, rememberMe })
    client.restart()
    expect(await whoIs(client)).toBe(rememberMe ? email : null)
    expect(client.cookie().includes('_multi-')).toBe(true)
  })
})

describe('nobody can use the account of another user', () => {
  test('with its handle alone, a token instead of the handle, or a cookie signed with another secret', async () => {
    const owner = await browserOf(users[0], users[1])
    const handle = await handleOf(owner, users[0])
    const [row] = await app.db
      .select()
      .from(session)
      .where(eq(session.id, (await list(owner))[1]?.session.id ?? ''))
    const thief = await browserOf(users[2])
    for (const sessionToken of [handle, row?.token]) {
      for (const verb of ['set-active', 'revoke'])
        expect((await thief.post(`/api/auth/multi-session/${verb}`, { sessionToken })).status).toBe(404)
    }
    const forged = `${accountCookiePrefix(app.url)}${handle}=${encodeURIComponent(`${row?.token}:1.${'A'.repeat(43)}=`)}`
    const answer = await fetch(`${app.url}/api/auth/multi-session/list-device-sessions`, {
      headers: { cookie: forged },
    })
    expect(await answer.json()).toEqual([])
    expect(await sessionRow(row?.id ?? '')).toBeDefined()
    const own =
      owner
        .cookie()
        .split('; ')
        .find((pair) => pair.startsWith(`${cookieName('session', app.url)}=`)) ?? ''
    const active = own.slice(own.indexOf('=') + 1)
    const moved = `${accountCookiePrefix(app.url)}${handle}=${active}`
    expect(
      await (
        await fetch(`${app.url}/api/auth/multi-session/list-device-sessions`, { headers: { cookie: moved } })
      ).json(),
    ).toEqual([])
  })
})

test("Better Auth's own client lists, switches and revokes", async () => {
  const client = await browserOf(users[0], users[1])
  const headers = { cookie: client.cookie(), origin: app.url }
  const official = createAuthClient({
    baseURL: app.url,
    plugins: [multiSessionClient()],
    fetchOptions: { throw: true, headers },
  })
  const listed = await official.multiSession.listDeviceSessions()
  expect(listed.map((row) => row.user.email)).toEqual([users[1], users[0]])
  const sessionToken = listed[1]?.session.token ?? ''
  expect(await official.multiSession.setActive({ sessionToken })).toMatchObject({
    user: { email: users[0] },
  })
  expect(await official.multiSession.revoke({ sessionToken })).toEqual({ status: true })
  expect((await official.multiSession.listDeviceSessions()).map((row) => row.user.email)).toEqual([users[1]])
})

describe('a further account', () => {
  test('can be added next to another: the pages for visitors open with ?add=1 and only with it', async () => {
    const client = await browserOf(users[0])
    for (const page of ['/login', '/register']) {
      expect((await client.get(`${page}?add=1`)).status, page).toBe(200)
      expect((await client.get(page)).headers.get('location'), page).toBe('/dashboard')
      expect((await client.get(`${page}?add=0`)).status, page).toBe(307)
    }
  })
})

test('no cookie, password, token or secret leaks into a body, page, URL or log line', async () => {
  const bodies: string[] = []
  const client = createHttpClient(app.url)
  const keep = async (answer: Response) => {
    bodies.push(`${answer.url} ${answer.headers.get('location')} ${await answer.text()}`)
    return answer
  }
  const email = newEmail()
  const password = 'sieben gelbe Boote im Hafen'
  await keep(
    await client.post('/api/auth/sign-up/email', { firstName: 'Eva', lastName: 'Lux', email, password }),
  )
  const link = await newestLink(app, email)
  await keep(await followLink(client, link))
  await keep(await client.post('/api/auth/sign-in/email', { email: users[0], password: PASSWORD }))
  const paths = ['auth/get-session', 'auth/multi-session/list-device-sessions', 'trpc/sessions.list'].map(
    (path) => `/api/${path}`,
  )
  for (const path of [...paths, '/dashboard', '/dashboard/settings', '/login?add=1', '/'])
    await keep(await client.get(path))
  await keep(await switchTo(client, email))
  await keep(await revoke(client, users[0]))
  const cookies = client
    .cookie()
    .split('; ')
    .flatMap((pair) => {
      const value = decodeURIComponent(pair.slice(pair.indexOf('=') + 1))
      return [pair.slice(pair.indexOf('=') + 1), value, value.split(/[.:]/)[0] ?? '']
    })
  const tokens = (await app.db.select({ token: session.token }).from(session)).map(({ token }) => token)
  const canaries = [...cookies, ...tokens, password, secret].filter((text) => text.length > 6)
  expect(canaries.length).toBeGreaterThan(20)
  const seen = bodies.join('\n')
  const output = app.output()
  for (const canary of canaries) {
    expect(seen.includes(canary), `in an answer: ${canary}`).toBe(false)
    expect(output.includes(canary), `in the log: ${canary}`).toBe(false)
  }
})
