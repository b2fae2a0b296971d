import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { type OpenDatabase, session, user } from '@plinth/core/database/server'
import { limitCounter } from '@plinth/core/internal/limits/limits.table.server.ts'
import { mail } from '@plinth/core/internal/email/mail.table.server.ts'
import { openDatabase } from '@plinth/core/internal/db/database.server.ts'
import { atEnd } from '@plinth/testing/runner/at-end.ts'
import { auditOf } from '@plinth/testing/expect-audit.ts'
import { createHttpClient, type HttpClient } from '@plinth/testing/http-client.ts'
import { startApp, type RunningApp } from '@plinth/testing/programs/running-app.ts'
import { PATIENT, testLog } from '@plinth/testing/test-database.ts'
import { administrator } from '@plinth/testing/http/administration-client.ts'
import { sharedApp, PASSWORD, publicSettings, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { newEmail, signIn } from '@plinth/testing/http/users.ts'
import { getRaw } from '@plinth/testing/http/raw-request.ts'
import { codeOf, read, verifiedUser } from '@plinth/testing/http/verified-user.ts'
import { openLiveStream } from '@plinth/testing/http/live-stream.ts'
import { mutate, query } from '@plinth/testing/http/trpc-client.ts'
import { textIn } from '@plinth/testing/browser/texts.ts'
import { preferred } from '@plinth/testing/languages.ts'

const secret = { BETTER_AUTH_SECRET: publicSettings.BETTER_AUTH_SECRET }
const ROUNDS = 20

let app: AppUnderTest
let second: RunningApp
let db: OpenDatabase['db']
beforeAll(async () => {
  app = await sharedApp()
  db = app.db
  second = await startApp({
    env: { ...secret, DATABASE_URL: app.database.url, DEMO_PASSWORD: PASSWORD, APP_URL: app.url },
  })
  atEnd(() => second.stop())
})

const inAnHour = () => new Date(Date.now() + 3_600_000)
const ban = (userId: string, values: object = {}) => ({
  userId,
  reason: 'Spam in every post',
  expiresAt: inAnHour(),
  ...values,
})

/** Sends a request as that browser to one of the two instances. */
const ask = (client: HttpClient, at: { url: string }, path = '/api/trpc/sessions.list') =>
  fetch(at.url + path, { headers: { cookie: client.cookie() }, redirect: 'manual' })
const statusesOf = async (clients: readonly HttpClient[]) =>
  (await Promise.all(clients.flatMap((client) => [ask(client, app), ask(client, second)]))).map(
    ({ status }) => status,
  )

async function withSessions(count: number) {
  const someUser = await verifiedUser(app)
  const clients = [someUser.client]
  while (clients.length < count) {
    const client = createHttpClient(app.url)
    expect(
      (await client.post('/api/auth/sign-in/email', { email: someUser.email, password: PASSWORD })).status,
    ).toBe(200)
    clients.push(client)
  }
  return { ...someUser, clients }
}

describe('on the next request of every session, on both instances', () => {
  test('a ban, a deletion and a sign-out by an administrator take effect, and open streams end', async () => {
    const admin = await administrator(app)
    const acts = {
      'admin.users.ban': (userId: string) => ban(userId),
      'admin.users.delete': (userId: string) => ({ userId }),
      'admin.users.revokeSessions': (userId: string) => ({ userId }),
    }
    for (const [name, input] of Object.entries(acts)) {
      const { id, clients } = await withSessions(3)
      const streams = await Promise.all([
        openLiveStream(app.url, clients[0]?.cookie() ?? ''),
        openLiveStream(second.url, clients[1]?.cookie() ?? ''),
      ])
      expect(new Set(await statusesOf(clients))).toEqual(new Set([200]))
      expect((await mutate(admin.client, name, input(id))).status).toBe(200)
      expect([name, new Set(await statusesOf(clients))]).toEqual([name, new Set([401])])
      await Promise.all(streams.map(async (stream) => stream?.ended()))
    }
  })

  test('a role is granted and removed', async () => {
    const admin = await administrator(app)
    const { id, clients } = await withSessions(2)
    const list = async () =>
      (await Promise.all(clients.map((client) => ask(client, second, '/api/trpc/admin.users.list')))).map(
        ({ status }) => status,
      )
    expect(await list()).toEqual([403, 403])
    expect((await mutate(admin.client, 'admin.users.setRole', { userId: id, role: 'admin' })).status).toBe(
      200,
    )
    expect(await list()).toEqual([200, 200])
    expect((await mutate(admin.client, 'admin.users.setRole', { userId: id, role: 'user' })).status).toBe(200)
    expect(await list()).toEqual([403, 403])
    expect((await ask(clients[0] ?? admin.client, second, '/dashboard/admin/users')).status).toBe(404)
  })
})

describe('a banned user', () => {
  test('learns the reason and the end, in their language, only after entering the right password', async () => {
    const [admin, someUser] = [await administrator(app), await verifiedUser(app)]
    const values = ban(someUser.id)
    expect((await mutate(admin.client, 'admin.users.ban', values)).status).toBe(200)
    expect(await codeOf(signIn(app, someUser.email, { password: 'not the password' }))).toEqual([
      401,
      'INVALID_EMAIL_OR_PASSWORD',
    ])
    const client = createHttpClient(app.url)
    const refused = await fetch(`${app.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { origin: app.url, 'content-type': 'application/json', cookie: `i18next=${preferred('de')}` },
      body: JSON.stringify({ email: someUser.email, password: PASSWORD }),
    })
    const { status, body } = await read(refused)
    const params = { reason: values.reason, until: values.expiresAt.toISOString() }
    expect([status, body.code, body.params]).toEqual([403, 'errors:banned', params])
    const forGood = textIn(preferred('de'))('errors:bannedForGood', { reason: values.reason })
    expect(body.message).toContain(forGood.split('. ').at(-1))
    expect(refused.headers.getSetCookie().filter((cookie) => /session_token=[^;]/.test(cookie))).toEqual([])
    expect(await db.$count(session, eq(session.userId, someUser.id))).toBe(0)
    expect((await client.get('/dashboard')).status).toBe(307)
  })

  test('can sign in again when the ban ends, without anybody lifting it', async () => {
    const [admin, someUser] = [await administrator(app), await verifiedUser(app)]
    const until = { expiresAt: inAnHour() }
    expect((await mutate(admin.client, 'admin.users.ban', ban(someUser.id, until))).status).toBe(200)
    expect((await signIn(app, someUser.email)).status).toBe(403)
    await db
      .update(user)
      .set({ banExpires: sql`now() - interval '1 second'` })
      .where(eq(user.id, someUser.id))
    expect(
      (await query(admin.client, 'admin.users.list', { search: someUser.email, banned: false })).data,
    ).toMatchObject({
      items: [{ banned: false }],
    })
    expect((await signIn(app, someUser.email)).status).toBe(200)
  })

  test('has no session after any race of a ban with sign-ins', async () => {
    const admin = await administrator(app)
    const someUser = await verifiedUser(app)
    for (let round = 0; round < ROUNDS; round += 1) {
      // Rejected sign-ins count as guesses.
      await db.delete(limitCounter)
      const signIns = Array.from({ length: 3 }, () => signIn(app, someUser.email))
      const [banned, ...answers] = await Promise.all([
        mutate(admin.client, 'admin.users.ban', ban(someUser.id)),
        ...signIns,
      ])
      expect(banned.status).toBe(200)
      expect(new Set([200, 403])).toEqual(new Set([...answers.map(({ status }) => status), 200, 403]))
      expect(await db.$count(session, eq(session.userId, someUser.id))).toBe(0)
      expect((await mutate(admin.client, 'admin.users.unban', { userId: someUser.id })).status).toBe(200)
    }
  })
})

describe('an account created by an administrator', () => {
  test('is activated by the mailed link, which verifies the address', async () => {
    const admin = await administrator(app)
    const email = newEmail()
    const made = await mutate(admin.client, 'admin.users.create', { name: 'Eva Lux', email, role: 'user' })
    expect([made.status, made.data]).toMatchObject([200, { email, role: 'user', emailVerified: false }])
    const [sent] = await db.select().from(mail).where(eq(mail.to, email))
    const token = new URL(sent?.links[0] ?? '').searchParams.get('token')
    const client = createHttpClient(app.url)
    expect((await client.post('/api/auth/reset-password', { newPassword: PASSWORD, token })).status).toBe(200)
    expect((await signIn(app, email)).status).toBe(200)
    expect((await db.select().from(user).where(eq(user.email, email)))[0]?.emailVerified).toBe(true)
    expect(await codeOf(client.post('/api/auth/reset-password', { newPassword: PASSWORD, token }))).toEqual([
      400,
      'INVALID_TOKEN',
    ])
  })

  test('reports wrong input at its field, over HTTP too', async () => {
    const admin = await administrator(app)
    const good = { name: 'Eva Lux', email: 'eva-lux@example.org', role: 'user', password: PASSWORD }
    const fieldOf = async (values: object) => {
      const { status, fields } = await mutate(admin.client, 'admin.users.create', { ...good, ...values })
      return [status, fields]
    }
    expect(await fieldOf({ password: '1' })).toEqual([400, { password: 'errors:passwordTooShort' }])
    expect(await fieldOf({ role: 'root' })).toEqual([400, { role: 'administration:refused.roleUnknown' }])
    const banOf = async (values: object) =>
      (await mutate(admin.client, 'admin.users.ban', ban('any', values))).fields
    expect(await banOf({ expiresAt: undefined })).toEqual({
      expiresAt: 'administration:refused.expirationRequired',
    })
    expect(await banOf({ expiresAt: new Date(0) })).toEqual({
      expiresAt: 'administration:refused.expirationPast',
    })
  })
})

test("Better Auth's own admin endpoints are closed, for administrators too", async () => {
  const [admin, someUser] = [await administrator(app), await verifiedUser(app)]
  const asked: [string, object][] = [
    ['create-user', { email: 'raw@example.org', password: '1', name: 'Raw', role: 'root' }],
    ['set-role', { userId: someUser.id, role: 'root' }],
    ['ban-user', { userId: someUser.id, banExpiresIn: -1 }],
    ['unban-user', { userId: someUser.id }],
    ['remove-user', { userId: someUser.id }],
    ['set-user-password', { userId: someUser.id, newPassword: '1' }],
    ['update-user', { userId: someUser.id, data: { role: 'admin' } }],
    ['revoke-user-sessions', { userId: someUser.id }],
    ['list-user-sessions', { userId: someUser.id }],
    ['has-permission', { permissions: { user: ['delete'] } }],
  ]
  for (const [name, body] of asked)
    expect([name, await codeOf(admin.client.post(`/api/auth/admin/${name}`, body))]).toEqual([
      name,
      [404, 'errors:notFound'],
    ])
  for (const name of ['list-users', 'get-user'])
    expect((await admin.client.get(`/api/auth/admin/${name}`)).status).toBe(404)
  expect(await auditOf(db, someUser.id)).toHaveLength(2)
  expect((await query(someUser.client, 'sessions.list')).status).toBe(200)
})

test('users are exported with the filters of the URL, and wrong filters are named', async () => {
  const [admin, someUser] = [await administrator(app), await verifiedUser(app)]
  await db.update(user).set({ name: '=HYPERLINK("http://evil.test")' }).where(eq(user.id, someUser.id))
  const answer = await admin.client.get(
    `/api/admin/users.csv?search=${someUser.email}&sort=name&direction=desc&banned=false`,
  )
  expect([answer.status, answer.headers.get('content-disposition')]).toEqual([
    200,
    expect.stringMatching(/^attachment; filename="users-\d{4}-\d\d-\d\d\.csv"$/),
  ])
  const [, line, ...rest] = (await answer.text()).trimEnd().split('\r\n')
  expect([
    line?.startsWith(`${someUser.id},"'=HYPERLINK(""http://evil.test"")",${someUser.email},user,false`),
    rest,
  ]).toEqual([true, []])
  for (const wrong of ['banned=maybe', 'role=root', 'sort=password', 'unknown=1', 'search=%00']) {
    expect([wrong, (await read(admin.client.get(`/api/admin/users.csv?${wrong}`))).status]).toEqual([
      wrong,
      400,
    ])
  }
  expect((await ask(someUser.client, second, '/api/admin/users.csv')).status).toBe(403)
  // After the session has ended, a navigation goes to the sign-in page and returns to the page with the link;
  // a script gets the error.
  const referer = `${app.url}/dashboard/admin/users?q=ada`
  const { port } = app
  const follow = async (...lines: string[]) => {
    const { status, head } = await getRaw(port, '/api/admin/users.csv', [
      `Host: ${new URL(app.url).host}`,
      ...lines,
    ])
    return [status, /^location: (.*)$/im.exec(head)?.[1]?.trim()]
  }
  expect(await follow('Sec-Fetch-Mode: navigate', `Referer: ${referer}`)).toEqual([
    303,
    '/login?redirect=%2Fdashboard%2Fadmin%2Fusers%3Fq%3Dada',
  ])
  expect(await follow('Sec-Fetch-Mode: navigate', 'Referer: https://evil.test/dashboard')).toEqual([
    303,
    '/login',
  ])
  expect(await follow('Accept: text/html,*/*;q=0.8')).toEqual([303, '/login'])
  expect(await follow('Sec-Fetch-Mode: cors', 'Accept: text/html', `Referer: ${referer}`)).toEqual([
    401,
    undefined,
  ])
  expect(await follow('Accept: */*')).toEqual([401, undefined])
})

test('the audit log never contains a secret', async () => {
  const secrets = openDatabase({ connectionString: app.database.url, ...PATIENT }, testLog)
  const { rows } = await secrets.pool.query<{ entry: string }>(
    `select audit_log::text as entry from audit_log`,
  )
  const { rows: tokens } = await secrets.pool.query<{ token: string }>('select token from session')
  await secrets.close()
  expect(rows.length).toBeGreaterThan(50)
  const all = rows.map(({ entry }) => entry).join('\n')
  for (const { token } of tokens) expect(all).not.toContain(token)
  expect(all).not.toMatch(/argon2id|vier rote Ziegel/)
})
