import { beforeAll, describe, expect, test } from 'vitest'
import { account, user } from '@plinth/core/database/server'
import { authRegistry } from '@plinth/core/internal/app/registry/auth.server.ts'
import { hashPassword } from '@plinth/core/auth/server'
import { createId } from '@plinth/core/schema'
import { actorOf, createSession, createUser } from '@plinth/testing/factories.ts'
import {
  featureFixtures,
  fixtureSettings,
  type Requests,
  type Sent,
} from '@plinth/testing/feature-fixtures.ts'
import { openApp, PASSWORD, publicSettings, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { newEmail } from '@plinth/testing/http/users.ts'

const { endpoints: authEndpoints } = await authRegistry()

const secret = publicSettings.BETTER_AUTH_SECRET

let app: AppUnderTest
let hash: string
beforeAll(async () => {
  app = await openApp({ ...(await fixtureSettings()), BETTER_AUTH_SECRET: secret })
  hash = await hashPassword(PASSWORD)
})

const send = ({ path, body, cookie = '', accept = '*/*' }: Sent) =>
  fetch(app.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      origin: app.url,
      accept,
      ...(cookie && { cookie }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    redirect: 'manual',
  })

async function signedIn(values: Partial<typeof user.$inferInsert> = {}) {
  const someUser = await createUser(app.db, values)
  await app.db.insert(account).values({
    id: createId(),
    userId: someUser.id,
    providerId: 'credential',
    accountId: someUser.id,
    password: hash,
  })
  const { cookie: cookieAt } = await createSession(app.db, actorOf(someUser), {
    secret,
    reauthenticatedAt: new Date(),
  })
  return { ...someUser, cookie: cookieAt(app.url) }
}

/** Cuts the connections after ever more messages, until the request completes before the cut. */
async function cutEverywhere(prepare: () => Promise<Sent>): Promise<{ cut: number; wrong: unknown[] }> {
  const wrong: unknown[] = []
  let cut = 0
  for (let messages = 1; messages <= 60; messages += messages < 8 ? 1 : 5) {
    const sent = await prepare()
    const wasCut = app.database.cutAfter(messages)
    const answer = await send(sent)
    const text = await answer.text()
    if (!wasCut()) return { cut, wrong }
    cut += 1
    // The cut may have hit another connection, or come after the response was ready: then the response is
    // normal.
    if (answer.status < 400) {
      const isSignOut = sent.path.endsWith('/get-session') && text === 'null'
      if (isSignOut || answer.headers.get('location')?.includes('error='))
        wrong.push([sent.path, messages, answer.status, text])
      continue
    }
    const retryAfter = Number(answer.headers.get('retry-after'))
    const isRight =
      answer.status === 503 &&
      retryAfter > 0 &&
      text.includes('"code":"errors:unavailable"') &&
      answer.headers.getSetCookie().length === 0
    if (!isRight) wrong.push([sent.path, messages, answer.status, text, answer.headers.getSetCookie()])
  }
  return { cut, wrong }
}

const acts: Requests = {
  'signing up': async () => ({
    path: '/api/auth/sign-up/email',
    body: { firstName: 'Eva', lastName: 'Lux', email: newEmail(), password: PASSWORD },
  }),
  'signing in': async () => ({
    path: '/api/auth/sign-in/email',
    body: { email: (await signedIn()).email, password: PASSWORD },
  }),
  'asking who is signed in': async () => ({
    path: '/api/auth/get-session',
    cookie: (await signedIn()).cookie,
  }),
  'signing out': async () => ({ path: '/api/auth/sign-out', body: {}, cookie: (await signedIn()).cookie }),
  'asking for a reset': async () => ({
    path: '/api/auth/request-password-reset',
    body: { email: (await signedIn()).email },
  }),
  'asking for another verification mail': async () => ({
    path: '/api/auth/send-verification-email',
    body: { email: (await signedIn({ emailVerified: false })).email },
  }),
  'changing the name': async () => ({
    path: '/api/auth/update-user',
    body: { name: 'Ada' },
    cookie: (await signedIn()).cookie,
  }),
  'changing the address': async () => ({
    path: '/api/auth/change-email',
    body: { newEmail: newEmail() },
    cookie: (await signedIn()).cookie,
  }),
  'changing the password': async () => ({
    path: '/api/auth/change-password',
    body: { currentPassword: PASSWORD, newPassword: 'sieben blaue Boote im Wind', revokeOtherSessions: true },
    cookie: (await signedIn()).cookie,
  }),
  're-authenticating': async () => ({
    path: '/api/auth/reauthenticate/password',
    body: { password: PASSWORD },
    cookie: (await signedIn()).cookie,
  }),
  'listing sessions': async () => ({ path: '/api/trpc/sessions.list', cookie: (await signedIn()).cookie }),
  'ending other sessions': async () => ({
    path: '/api/trpc/sessions.revokeOthers',
    body: {},
    cookie: (await signedIn()).cookie,
  }),
  impersonating: async () => {
    const [admin, someUser] = [await signedIn({ role: 'admin' }), await signedIn()]
    return {
      path: '/api/auth/admin/impersonate-user',
      body: { userId: someUser.id, reason: 'They asked' },
      cookie: admin.cookie,
    }
  },
  'a procedure': async () => ({ path: '/api/trpc/sessions.list', cookie: (await signedIn()).cookie }),
}

// The application is not there yet when the tests are named.
const everyAct = (): Requests =>
  Object.assign({}, acts, ...featureFixtures.map(({ requests }) => requests?.({ app, signedIn, send })))

describe('a database that goes away in the middle of', () => {
  test.each(Object.keys(everyAct()))('%s: 503 with Retry-After, and nobody is signed out', async (name) => {
    const prepare = everyAct()[name]
    if (!prepare) throw new Error(name)
    const { cut, wrong } = await cutEverywhere(prepare)
    expect(wrong).toEqual([])
    expect(cut).toBeGreaterThan(0)
  })
})

test('every open endpoint returns 503 while the database is away, for signed-in users too', async () => {
  const { cookie } = await signedIn()
  await app.database.cut()
  try {
    for (const { method, path, refusal } of authEndpoints) {
      const answer = await send({
        path: `/api/auth${path}`,
        cookie,
        ...(method === 'POST' && { body: {} }),
      })
      const { code, error } = (await answer.json()) as { code?: string; error?: string }
      expect([path, answer.status, code ?? error, answer.headers.getSetCookie()]).toEqual([
        path,
        503,
        refusal ? 'temporarily_unavailable' : 'errors:unavailable',
        [],
      ])
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    const link = await send({ path: '/verify-email?token=x', cookie, accept: 'text/html' })
    expect([link.status, link.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
    for (const path of ['/dashboard', '/login'])
      expect((await send({ path, cookie, accept: 'text/html' })).status).toBe(503)
  } finally {
    await app.database.restore()
  }
})
