import { eq, sql, type SQL } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { authRegistry } from '@plinth/core/internal/app/registry/auth.server.ts'
import { makeAppRouter } from '@plinth/core/app/server'
import type { AccessRule } from '@plinth/core/access'
import { sweepAuth } from '@plinth/core/internal/auth/sweep-auth.server.ts'
import { auditLog } from '@plinth/core/verb/server'
import { session, user } from '@plinth/core/database/server'
import { proceduresOf } from '@plinth/testing/entry-points.ts'
import { auditOf } from '@plinth/testing/expect-audit.ts'
import { featureFixtures } from '@plinth/testing/feature-fixtures.ts'
import { createHttpClient, type HttpClient } from '@plinth/testing/http-client.ts'
import { administrator } from '@plinth/testing/http/administration-client.ts'
import { sharedApp, PASSWORD, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { mailsTo, newEmail } from '@plinth/testing/http/users.ts'
import { codeOf, letAuthenticationAge, read, verifiedUser } from '@plinth/testing/http/verified-user.ts'
import { mutate, query } from '@plinth/testing/http/trpc-client.ts'

const appRouter = await makeAppRouter()
const { endpoints: authEndpoints } = await authRegistry()

let app: AppUnderTest
beforeAll(async () => {
  app = await sharedApp()
})

const reason = 'They asked us to look at their account'
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
  expect((await fetch(`${app.url}/api/trpc/sessions.list`, { headers })).status).toBe(401)
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
  const isRefused = (rule: AccessRule | undefined) => rule?.unless?.includes('impersonated') === true
  const closed = authEndpoints.filter(({ method, rule }) => method === 'POST' && isRefused(rule))
  const bodies: Record<string, object> = {
    '/change-password': { currentPassword: PASSWORD, newPassword: 'sechs blaue Krüge im Regal' },
    '/change-email': { newEmail: 'other@example.org' },
    '/update-user': { name: 'Other' },
    '/reauthenticate/password': { password: PASSWORD },
    '/reauthenticate/send-code': {},
  }
  expect(closed.map(({ path }) => path)).toEqual(expect.arrayContaining(Object.keys(bodies)))
  for (const [path, body] of Object.entries(bodies))
    expect([path, (await client.post(`/api/auth${path}`, body)).status]).toEqual([path, 403])
  const names = proceduresOf(appRouter).flatMap(({ name, isMutation, rule }) =>
    isMutation && isRefused(rule) ? [name] : [],
  )
  expect(names).toEqual(expect.arrayContaining(['sessions.revoke', 'sessions.revokeOthers']))
  for (const name of names) expect([name, (await mutate(client, name, {})).status]).toEqual([name, 403])
  expect(
    (
      await createHttpClient(app.url).post('/api/auth/sign-in/email', {
        email: someUser.email,
        password: PASSWORD,
      })
    ).status,
  ).toBe(200)
})

test('every change during impersonation is in the audit log, with both users', async () => {
  for (const { live } of featureFixtures) {
    if (!live) continue
    const { client, user: someUser, admin } = await impersonating()
    expect((await mutate(client, live.mutation, live.input)).status).toBe(200)
    // Of another user, by nobody.
    await mutate(someUser.client, live.mutation, live.input)
    const entries = await auditOf(app.db, someUser.id)
    expect(entries.filter(({ action }) => action === 'user.changeImpersonated')).toMatchObject([
      { actorId: someUser.id, impersonatorId: admin.id, details: { call: live.mutation } },
    ])
  }
})

/** Cookies of this browser without those whose name contains one of `parts`. */
const cookiesWithout = (client: HttpClient, ...parts: string[]) =>
  client
    .cookie()
    .split('; ')
    .filter((pair) => !parts.some((part) => pair.includes(part)))
    .join('; ')

test('no endpoint moves the end of an impersonation, whichever of its cookies the browser sends', async () => {
  let pair = await impersonating()
  for (const { method, path } of authEndpoints) {
    if (path === '/sign-out' || path === '/admin/stop-impersonating') continue
    await app.db.execute(sql`delete from limit_counter`)
    const isOver = (await app.db.$count(session, eq(session.impersonatedBy, pair.admin.id))) === 0
    if (isOver) pair = await impersonating()
    const { client, admin } = pair
    const ofAdmin = eq(session.impersonatedBy, admin.id)
    // A refresh is due.
    await app.db
      .update(session)
      .set({ updatedAt: new Date(0) })
      .where(ofAdmin)
    const [before] = await app.db.select({ end: session.expiresAt }).from(session).where(ofAdmin)
    for (const cookie of [client.cookie(), cookiesWithout(client, 'dont_remember')]) {
      const asked = sampleOf(path)
      const init = {
        method,
        redirect: 'manual' as const,
        headers: { origin: app.url, cookie, 'content-type': 'application/json' },
        ...(method === 'POST' && { body: JSON.stringify(asked.body ?? {}) }),
      }
      const { headers, status } = await fetch(`${app.url}/api/auth${path}${asked.query ?? ''}`, init)
      expect([path, status < 500]).toEqual([path, true])
      const [after] = await app.db.select({ end: session.expiresAt }).from(session).where(ofAdmin)
      // A sign-in ends it.
      if (!path.startsWith('/sign-')) expect([path, after?.end]).toEqual([path, before?.end])
      const sets = headers.getSetCookie().filter((set) => /session_token=[^;]/.test(set))
      if (!path.startsWith('/sign-')) expect([path, sets]).toEqual([path, []])
      if (!after) break
    }
  }
})

/** What a browser with a passkey sends. */
const someAssertion = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: {
    clientDataJSON: 'AAAA',
    attestationObject: 'AAAA',
    authenticatorData: 'AAAA',
    signature: 'AAAA',
  },
}

/** Input that passes the endpoint's schema, where it needs any. */
function sampleOf(path: string): { body?: object; query?: string } {
  if (path === '/verify-email') return { body: { token: 'made-up' } }
  if (path === '/verify-email/code') return { body: { code: '123456' } }
  if (path === '/sign-in/email') return { body: { email: newEmail(), password: 'not the password' } }
  if (path === '/sign-up/email')
    return { body: { firstName: 'Eva', lastName: 'Lux', email: newEmail(), password: PASSWORD } }
  if (/email|reset/.test(path)) return { body: { email: newEmail() } }
  if (path.endsWith('/verify-authentication')) return { body: { response: someAssertion } }
  return {}
}

test('its row takes an earlier end and no later one', async () => {
  const { admin } = await impersonating()
  const ofAdmin = eq(session.impersonatedBy, admin.id)
  const [begun] = await app.db.select({ end: session.expiresAt }).from(session).where(ofAdmin)
  const setEnd = async (end: SQL) => {
    await app.db.update(session).set({ expiresAt: end }).where(ofAdmin)
    return (await app.db.select({ end: session.expiresAt }).from(session).where(ofAdmin))[0]?.end
  }
  expect(await setEnd(sql`now() + interval '7 days'`)).toEqual(begun?.end)
  const earlier = await setEnd(sql`now() + interval '1 minute'`)
  expect(earlier?.getTime()).toBeLessThan(begun?.end.getTime() ?? 0)
  expect(await setEnd(sql`now() + interval '5 minutes'`)).toEqual(earlier)
})

test('it ends no later than the session of the administrator', async () => {
  const [admin, someUser] = [await administrator(app), await verifiedUser(app)]
  const [own] = await app.db
    .update(session)
    .set({ expiresAt: sql`now() + interval '5 minutes'`, updatedAt: sql`now()` })
    .where(eq(session.userId, admin.id))
    .returning({ end: session.expiresAt })
  expect((await impersonate(admin.client, someUser.id)).status).toBe(200)
  const [begun] = await app.db
    .select({ end: session.expiresAt })
    .from(session)
    .where(eq(session.impersonatedBy, admin.id))
  expect(begun?.end).toEqual(own?.end)
})

describe('impersonation ends', () => {
  test('with the session that began it, with its audit entry, when that is signed out elsewhere', async () => {
    const { client, user: someUser, admin } = await impersonating()
    const before = client.cookie()
    const elsewhere = createHttpClient(app.url)
    const signedIn = await elsewhere.post('/api/auth/sign-in/email', {
      email: admin.email,
      password: PASSWORD,
    })
    expect(signedIn.status).toBe(200)
    expect((await mutate(elsewhere, 'sessions.revokeOthers', undefined)).status).toBe(200)
    await expectEnded({ user: someUser, admin, before })
  })

  test('after an hour, even if the browser tries to extend it; the admin can still return', async () => {
    const { client, user: someUser, admin } = await impersonating()
    await app.db
      .update(session)
      .set({ updatedAt: new Date(0) })
      .where(eq(session.impersonatedBy, admin.id))
    const bold = createHttpClient(app.url)
    const kept = cookiesWithout(client, 'dont_remember')
    expect((await fetch(`${app.url}/api/auth/get-session`, { headers: { cookie: kept } })).status).toBe(200)
    await app.db
      .update(session)
      .set({ expiresAt: sql`${session.expiresAt} - interval '60 minutes'` })
      .where(eq(session.impersonatedBy, admin.id))
    expect((await fetch(`${app.url}/api/trpc/sessions.list`, { headers: { cookie: kept } })).status).toBe(401)
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
    const withoutAccounts = cookiesWithout(client, '_multi-')
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
