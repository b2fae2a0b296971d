import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { account } from '@plinth/core/database/server'
import { limitCounter } from '@plinth/core/internal/limits/limits.table.server.ts'
import { auditOf } from '@plinth/testing/expect-audit.ts'
import { actorOf, createSession, createUser } from '@plinth/testing/factories.ts'
import type { HttpClient } from '@plinth/testing/http-client.ts'
import { sharedApp, PASSWORD, publicSettings, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { newEmail } from '@plinth/testing/http/users.ts'
import {
  codeOf,
  letAuthenticationAge,
  mailedCode,
  read,
  verifiedUser,
} from '@plinth/testing/http/verified-user.ts'

let app: AppUnderTest
beforeAll(async () => {
  app = await sharedApp()
})

/** A protected call that changes nothing yet: it sends a mail. */
const protectedAct = (client: HttpClient) =>
  codeOf(client.post('/api/auth/change-email', { newEmail: newEmail() }))
const again = [403, 'errors:reauthenticate']

async function withoutPassword() {
  const user = await verifiedUser(app)
  await app.db.delete(account).where(and(eq(account.userId, user.id), eq(account.providerId, 'credential')))
  await app.db
    .insert(account)
    .values({ id: user.id, accountId: user.id, providerId: 'google', userId: user.id })
  await letAuthenticationAge(app, user.id)
  return user
}

test('an authentication is recent for ten minutes, and for its own session only', async () => {
  const { id, email, client } = await verifiedUser(app)
  expect((await protectedAct(client))[0]).toBe(200)
  await letAuthenticationAge(app, id)
  expect(await protectedAct(client)).toEqual(again)
  const other = await verifiedUser(app)
  await other.client.post('/api/auth/sign-in/email', { email, password: PASSWORD })
  expect((await protectedAct(other.client))[0]).toBe(200)
  expect(await protectedAct(client)).toEqual(again)
  expect((await read(client.get('/api/auth/reauthenticate/methods'))).body).toEqual({
    methods: ['password'],
    reauthenticatedUntil: null,
    passwordSetAt: expect.stringMatching(/^\d{4}-/),
  })
})

test('a password re-authenticates; wrong ones are limited and keep nobody from signing in', async () => {
  const { id, email, client } = await verifiedUser(app)
  await letAuthenticationAge(app, id)
  expect(
    await codeOf(client.post('/api/auth/reauthenticate/password', { password: 'not the password' })),
  ).toEqual([400, 'security:wrongPassword'])
  expect(await protectedAct(client)).toEqual(again)
  const proved = await read(client.post('/api/auth/reauthenticate/password', { password: PASSWORD }))
  expect(Date.parse(String(proved.body.reauthenticatedUntil))).toBeGreaterThan(Date.now() + 9 * 60_000)
  expect((await protectedAct(client))[0]).toBe(200)
  expect(
    (await auditOf(app.db, id)).filter(({ action }) => action === 'session.reauthenticate'),
  ).toMatchObject([{ details: { by: 'password' } }])
  const guesses = Array.from({ length: 25 }, () =>
    client.post('/api/auth/reauthenticate/password', { password: 'not the password' }),
  )
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 400)).toHaveLength(20)
  const signIn = await client.post('/api/auth/sign-in/email', { email, password: PASSWORD })
  expect(signIn.status).toBe(200)
})

describe('a mailed code', () => {
  test('re-authenticates a user without a password, once', async () => {
    const { id, email, client } = await withoutPassword()
    expect((await read(client.get('/api/auth/reauthenticate/methods'))).body.methods).toEqual(['code'])
    expect((await client.post('/api/auth/reauthenticate/send-code', {})).status).toBe(200)
    expect((await client.post('/api/auth/reauthenticate/send-code', {})).status).toBe(429)
    const code = await mailedCode(app, email)
    const wrong = code === '111111' ? '222222' : '111111'
    expect(await codeOf(client.post('/api/auth/reauthenticate/code', { code: wrong }))).toEqual([
      400,
      'security:invalidOtp',
    ])
    expect(await protectedAct(client)).toEqual(again)
    const answers = await Promise.all(
      Array.from(
        { length: 6 },
        async () => (await client.post('/api/auth/reauthenticate/code', { code })).status,
      ),
    )
    expect(answers.filter((status) => status === 200)).toHaveLength(1)
    expect((await protectedAct(client))[0]).toBe(200)
    expect(
      (await auditOf(app.db, id)).filter(({ action }) => action === 'session.reauthenticate'),
    ).toHaveLength(1)
  })

  test('is invalid after five wrong attempts', async () => {
    const { id, email, client } = await withoutPassword()
    await client.post('/api/auth/reauthenticate/send-code', {})
    const code = await mailedCode(app, email)
    const wrong = code === '111111' ? '222222' : '111111'
    const tries = await Promise.all(
      Array.from({ length: 7 }, () => codeOf(client.post('/api/auth/reauthenticate/code', { code: wrong }))),
    )
    expect(tries.filter(([, refusal]) => refusal === 'security:invalidOtp')).toHaveLength(5)
    expect(await codeOf(client.post('/api/auth/reauthenticate/code', { code }))).toEqual([
      400,
      'security:otpOver',
    ])
    await app.db.delete(limitCounter).where(eq(limitCounter.key, `mailed-code:pause:${id}`))
    await client.post('/api/auth/reauthenticate/send-code', {})
    expect(
      (await client.post('/api/auth/reauthenticate/code', { code: await mailedCode(app, email) })).status,
    ).toBe(200)
  })

  test('is not available to a user with a password', async () => {
    const { client } = await verifiedUser(app)
    expect(await codeOf(client.post('/api/auth/reauthenticate/send-code', {}))).toEqual([
      403,
      'security:usePassword',
    ])
  })
})

test('an impersonating administrator can do none of it', async () => {
  const [user, admin] = [await createUser(app.db), await createUser(app.db, { role: 'admin' })]
  const actor = { ...actorOf(user), impersonatedBy: admin.id }
  const created = await createSession(app.db, actor, {
    secret: publicSettings.BETTER_AUTH_SECRET,
    reauthenticatedAt: new Date(),
  })
  const cookie = created.cookie(app.url)
  const post = (path: string, body: object) =>
    fetch(`${app.url}/api/auth${path}`, {
      method: 'POST',
      headers: { origin: app.url, cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const acts: Record<string, object> = {
    '/reauthenticate/password': { password: PASSWORD },
    '/reauthenticate/send-code': {},
    '/reauthenticate/code': { code: '123456' },
    '/change-password': { currentPassword: PASSWORD, newPassword: 'fünf blaue Ziegel am Bach' },
    '/change-email': { newEmail: 'x@example.org' },
    '/update-user': { firstName: 'A', lastName: 'B' },
  }
  for (const [path, body] of Object.entries(acts)) expect((await post(path, body)).status, path).toBe(403)
})
