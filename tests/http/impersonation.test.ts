import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { sweepAuth } from '#/core/auth/sweep-auth.server.ts'
import { auditLog } from '#/core/audit/audit.table.server.ts'
import { session, user } from '#/core/identity/identity.table.server.ts'
import { auditOf } from '../support/expect-audit.ts'
import { createHttpClient, type HttpClient } from '../support/http-client.ts'
import { administrator } from '../support/http/administration-client.ts'
import { sharedApp, PASSWORD, type AppUnderTest } from '../support/http/open-app.ts'
import { mailsTo } from '../support/http/users.ts'
import {
  codeOf,
  letAuthenticationAge,
  userWithAuthenticator,
  read,
  verifiedUser,
} from '../support/http/second-factor-users.ts'
import { mutate, query } from '../support/http/trpc-client.ts'

let app: AppUnderTest
beforeAll(async () => {
  app = await sharedApp()
})

const reason = 'They asked us to look at their posts'
const impersonate = (client: HttpClient, userId: string, values: object = {}) =>
  client.post('/api/auth/admin/impersonate-user', { userId, reason, ...values })
const stop = (client: HttpClient) => client.post('/api/auth/admin/stop-impersonating', {})
const whoIs = async (client: HttpClient): Promise<unknown> =>
  (await client.get('/api/auth/get-session')).json()

type Ended = { user: { id: string }; admin: { id: string }; before: string }

/** Asserts that the impersonation with these cookies has ended and that the audit log says so once. */
async function expectEnded({ user: someUser, admin, before }: Ended) {
  expect(await app.db.$count(session, eq(session.impersonatedBy, admin.id))).toBe(0)
  const headers = { cookie: before }
  expect((await fetch(`${app.url}/api/trpc/posts.list`, { headers })).status).toBe(401)
  const stops = (await auditOf(app.db, someUser.id)).filter(
    ({ action }) => action === 'user.stopImpersonating',
  )
  expect(stops).toMatchObject([{ actorId: someUser.id, impersonatorId: admin.id }])
}

async function impersonating() {
  const [admin, someUser] = [await administrator(app), await verifiedUser(app)]
  expect((await impersonate(admin.client, someUser.id)).status).toBe(200)
  return { admin, user: someUser, client: admin.client }
}

test('an administrator impersonates a user and stops; the user learns the reason, and the audit log has both, once each', async () => {
  const [admin, someUser] = [await administrator(app), await verifiedUser(app)]
  const answer = await impersonate(admin.client, someUser.id)
  expect([answer.status, Object.keys((await answer.json()) as object)]).toEqual([200, ['user']])
  expect(await whoIs(admin.client)).toMatchObject({
    user: { id: someUser.id },
    session: { impersonatedBy: admin.id },
  })
  expect((await mutate(admin.client, 'posts.create', { title: 'As them', content: 'x' })).status).toBe(200)
  expect((await query(admin.client, 'admin.users.list')).status).toBe(403)
  expect(await read(stop(admin.client))).toMatchObject({ status: 200, body: { isSignedIn: true } })
  expect(await whoIs(admin.client)).toMatchObject({ user: { id: admin.id } })
  expect((await query(admin.client, 'admin.users.list')).status).toBe(200)
  const [mail] = await mailsTo(app, someUser.email)
  expect(mail?.text).toContain(reason)
  expect(mail?.text).not.toContain('127.0.0.1')
  const entries = (await auditOf(app.db, someUser.id)).filter(
    ({ action }) => /imperson/i.test(action) || action === 'session.create',
  )
  expect(
    entries.map(({ action, actorId, impersonatorId, details }) => [action, actorId, impersonatorId, details]),
  ).toEqual([
    ['session.create', someUser.id, null, {}],
    ['user.impersonate', admin.id, null, { reason }],
    ['user.stopImpersonating', someUser.id, admin.id, {}],
  ])
  const posts = (await query(admin.client, 'audit.list', { actorId: someUser.id, action: 'post' })).data
  expect(posts).toMatchObject({
    items: [{ action: 'post.create', actor: { id: someUser.id }, impersonator: { id: admin.id } }],
  })
})

describe('impersonation is rejected', () => {
  test('without recent authentication, and without a reason', async () => {
    const [admin, someUser] = [await administrator(app), await verifiedUser(app)]
    for (const wrong of [undefined, '', ' ', 'x'.repeat(501)]) {
      expect(await read(impersonate(admin.client, someUser.id, { reason: wrong }))).toMatchObject({
        status: 400,
        field: 'reason',
      })
    }
    await letAuthenticationAge(app, admin.id)
    expect(await codeOf(impersonate(admin.client, someUser.id))).toEqual([403, 'errors:reauthenticate'])
    expect(
      (await admin.client.post('/api/auth/reauthenticate/password', { password: PASSWORD })).status,
    ).toBe(200)
    expect((await impersonate(admin.client, someUser.id)).status).toBe(200)
  })

  test('for an administrator, oneself, a banned or an unknown user, and for non-administrators', async () => {
    const [admin, other, someUser] = [
      await administrator(app),
      await administrator(app),
      await verifiedUser(app),
    ]
    expect(await codeOf(impersonate(admin.client, other.id))).toEqual([
      403,
      'administration:refused.impersonateAdmin',
    ])
    expect(await codeOf(impersonate(admin.client, admin.id))).toEqual([403, 'administration:refused.self'])
    expect(await codeOf(impersonate(admin.client, 'unknown'))).toEqual([404, 'errors:notFound'])
    expect(await codeOf(impersonate(someUser.client, other.id))).toEqual([403, 'errors:forbidden'])
    await app.db.update(user).set({ banned: true }).where(eq(user.id, someUser.id))
    expect(await codeOf(impersonate(admin.client, someUser.id))).toEqual([
      409,
      'administration:refused.impersonateBanned',
    ])
    expect(await whoIs(admin.client)).toMatchObject({ user: { id: admin.id } })
  })

  test('while already impersonating', async () => {
    const { client } = await impersonating()
    expect(await codeOf(impersonate(client, (await verifiedUser(app)).id))).toEqual([403, 'errors:forbidden'])
  })
})

test('sign-in methods of the user cannot be touched during impersonation', async () => {
  const { client, user: someUser } = await impersonating()
  const refused: [string, object][] = [
    ['/change-password', { currentPassword: PASSWORD, newPassword: 'sechs blaue Krüge im Regal' }],
    ['/change-email', { newEmail: 'other@example.org' }],
    ['/update-user', { name: 'Other' }],
    ['/two-factor/enable', { password: PASSWORD }],
    ['/two-factor/disable', { password: PASSWORD }],
    ['/two-factor/generate-backup-codes', { password: PASSWORD }],
    ['/passkey/verify-registration', { response: { id: 'AAAA' } }],
    ['/reauthenticate/password', { password: PASSWORD }],
    ['/reauthenticate/send-code', {}],
    ['/multi-session/set-active', { sessionToken: 'x' }],
  ]
  for (const [path, body] of refused)
    expect([path, (await client.post(`/api/auth${path}`, body)).status]).toEqual([path, 403])
  for (const [name, input] of [
    ['passkeys.rename', { id: 'x', name: 'y' }],
    ['passkeys.remove', { id: 'x' }],
    ['sessions.revoke', { id: 'x' }],
    ['sessions.revokeOthers', undefined],
    ['connections.disconnect', { id: 'x' }],
  ] as const)
    expect([name, (await mutate(client, name, input)).status]).toEqual([name, 403])
  expect((await client.get('/api/auth/passkey/generate-register-options')).status).toBe(403)
  expect(
    (
      await createHttpClient(app.url).post('/api/auth/sign-in/email', {
        email: someUser.email,
        password: PASSWORD,
      })
    ).status,
  ).toBe(200)
})

describe('impersonation ends', () => {
  test('after an hour, even if the browser tries to extend it; the admin can still return', async () => {
    const { client, user: someUser, admin } = await impersonating()
    await app.db
      .update(session)
      .set({ updatedAt: new Date(0) })
      .where(eq(session.impersonatedBy, admin.id))
    const bold = createHttpClient(app.url)
    const kept = client
      .cookie()
      .split('; ')
      .filter((pair) => !pair.includes('dont_remember'))
      .join('; ')
    expect((await fetch(`${app.url}/api/auth/get-session`, { headers: { cookie: kept } })).status).toBe(200)
    await app.db
      .update(session)
      .set({ createdAt: sql`now() - interval '61 minutes'` })
      .where(eq(session.impersonatedBy, admin.id))
    expect((await fetch(`${app.url}/api/trpc/posts.list`, { headers: { cookie: kept } })).status).toBe(401)
    expect((await client.get('/dashboard')).status).toBe(307)
    expect(await codeOf(stop(bold))).toEqual([401, 'errors:signInFirst'])
    expect(await read(stop(client))).toMatchObject({ status: 200, body: { isSignedIn: true } })
    expect(await whoIs(client)).toMatchObject({ user: { id: admin.id } })
    expect(await app.db.$count(session, eq(session.userId, someUser.id))).toBeGreaterThan(0)
  })

  const ban = { reason: 'Misuse', expiresAt: new Date(Date.now() + 3_600_000) }
  const ofAdministration: [string, string, object][] = [
    ['banned', 'admin.users.ban', ban],
    ['deleted', 'admin.users.delete', {}],
    ['signed out', 'admin.users.revokeSessions', {}],
  ]
  test.each([...ofAdministration, ['demoted', 'admin.users.setRole', { role: 'user' }] as const])(
    'immediately, with its audit entry, when the administrator is %s',
    async (_, verb, values) => {
      const { client, user: someUser, admin } = await impersonating()
      const boss = await administrator(app)
      const before = client.cookie()
      expect((await mutate(boss.client, verb, { userId: admin.id, ...values })).status).toBe(200)
      await expectEnded({ user: someUser, admin, before })
    },
  )

  test.each(ofAdministration)(
    'immediately, with its audit entry, when the user is %s',
    async (_, verb, values) => {
      const { client, user: someUser, admin } = await impersonating()
      const boss = await administrator(app)
      const before = client.cookie()
      expect((await mutate(boss.client, verb, { userId: someUser.id, ...values })).status).toBe(200)
      await expectEnded({ user: someUser, admin, before })
    },
  )

  test.each([
    [
      'signs out the other sessions',
      (theirs: HttpClient) => mutate(theirs, 'sessions.revokeOthers', undefined),
    ],
    [
      'changes the password and signs out the others',
      (theirs: HttpClient) =>
        theirs.post('/api/auth/change-password', {
          currentPassword: PASSWORD,
          newPassword: 'sechs blaue Krüge im Regal',
          revokeOtherSessions: true,
        }),
    ],
  ])('immediately, with its audit entry, when the user %s', async (_, act) => {
    const { client, user: someUser, admin } = await impersonating()
    const before = client.cookie()
    expect((await act(someUser.client)).status).toBe(200)
    await expectEnded({ user: someUser, admin, before })
  })

  test('with its audit entry when nobody stops it: the sweep of expired sessions writes it', async () => {
    const { client, user: someUser, admin } = await impersonating()
    const before = client.cookie()
    await app.db
      .update(session)
      .set({ expiresAt: sql`now() - interval '1 minute'` })
      .where(eq(session.impersonatedBy, admin.id))
    await sweepAuth(app.db)
    await expectEnded({ user: someUser, admin, before })
  })

  test.each([
    ['signing in as another user', async () => (await verifiedUser(app)).email],
    ['signing in as the administrator', async (admin: { email: string }) => admin.email],
    ['the password of a user with a second factor', async () => (await userWithAuthenticator(app)).email],
  ])('once, with its audit entry, by %s', async (_, emailOf) => {
    const { client, user: someUser, admin } = await impersonating()
    const before = client.cookie()
    const email = await emailOf(admin)
    expect((await client.post('/api/auth/sign-in/email', { email, password: PASSWORD })).status).toBe(200)
    await expectEnded({ user: someUser, admin, before })
    expect(client.cookie()).not.toContain('admin_session')
  })

  test('by signing out, with every session of the browser, and the session of the administrator is not restored', async () => {
    const { client, user: someUser, admin } = await impersonating()
    const before = client.cookie()
    const withoutAccounts = before
      .split('; ')
      .filter((pair) => !pair.includes('_multi-'))
      .join('; ')
    const headers = { origin: app.url, cookie: withoutAccounts, 'content-type': 'application/json' }
    const sent = () => fetch(`${app.url}/api/auth/sign-out`, { method: 'POST', headers, body: '{}' })
    const [first] = await Promise.all([sent(), sent(), sent()])
    expect(first.headers.getSetCookie().join()).toMatch(/admin_session=;/)
    await expectEnded({ user: someUser, admin, before })
    expect(await app.db.$count(session, eq(session.userId, admin.id))).toBe(0)
    const back = fetch(`${app.url}/api/auth/admin/stop-impersonating`, {
      method: 'POST',
      headers,
      body: '{}',
    })
    expect(await read(back)).toMatchObject({ body: { isSignedIn: false } })
    const entries = await app.db.select().from(auditLog).where(eq(auditLog.actorId, admin.id))
    expect(entries.filter(({ action }) => action === 'session.end')).toHaveLength(1)
  })

  test('signed out if the session of the administrator is over', async () => {
    const { client, admin } = await impersonating()
    await app.db.delete(session).where(eq(session.userId, admin.id))
    expect(await read(stop(client))).toMatchObject({ status: 200, body: { isSignedIn: false } })
    expect(await whoIs(client)).toBeNull()
  })
})

test('a user who impersonates nobody has nothing to stop', async () => {
  const { client } = await verifiedUser(app)
  expect((await stop(client)).status).toBe(409)
  expect((await stop(createHttpClient(app.url))).status).toBe(401)
})
