import { createAuthClient } from 'better-auth/client'
import { and, eq, inArray } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { account, session, user, verification } from '@plinth/core/database/server'
import { cookieName } from '@plinth/core/auth/server'
import { limitCounter } from '@plinth/core/internal/limits/limits.table.server.ts'
import { auditOf } from '@plinth/testing/expect-audit.ts'
import { createHttpClient } from '@plinth/testing/http-client.ts'
import { atEnd } from '@plinth/testing/runner/at-end.ts'
import {
  enableSecondFactor,
  featureFixtures,
  secondFactorPage,
  type SignInMethod,
} from '@plinth/testing/feature-fixtures.ts'
import { startOAuthServer, type Lie, type OAuthServer } from '@plinth/testing/servers/oauth-server.ts'
import { readBanNotice } from '../ban-notice.ts'
import { openApp, PASSWORD, patiently, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import {
  isSignedIn,
  mailsTo,
  newEmail,
  newestLink,
  followLink,
  signIn,
  signUp,
} from '@plinth/testing/http/users.ts'
import { comeBack, goThrough, startAuthorization, type ProviderAtTest } from './provider-client.ts'
import { mutate, query } from '@plinth/testing/http/trpc-client.ts'

const providers = ['google', 'github'] as const

let app: AppUnderTest
let server: OAuthServer
let users = 100
beforeAll(async () => {
  server = await startOAuthServer()
  atEnd(() => server.close())
  app = await openApp({ ...server.env, LOG_LEVEL: 'debug', ADMIN_EMAILS: 'chief@example.org' }, patiently)
})

beforeEach(async () => {
  await app.db.delete(limitCounter)
  users += 1
  server.lie = undefined
  server.asked.length = 0
  server.user = { id: users, email: newEmail(), emailVerified: true, name: 'Grace Brewster Hopper' }
})

const browser = () => createHttpClient(app.url)
const userOf = async (email: string) => (await app.db.select().from(user).where(eq(user.email, email)))[0]
const accountsOf = async (email: string) =>
  app.db
    .select({ providerId: account.providerId, accountId: account.accountId })
    .from(account)
    .innerJoin(user, eq(user.id, account.userId))
    .where(eq(user.email, email))

/** A user with a password, with or without a verified address. */
async function signedUp({ proved }: { proved: boolean }) {
  const someUser = await signUp(app, { email: server.user.email })
  if (proved) {
    const link = await newestLink(app, server.user.email)
    await followLink(someUser.client, link)
  }
  return someUser.client
}

describe.each(providers)('signing in with %s', (provider) => {
  test('creates an account with the verified address and both names, stores no token, and signs in', async () => {
    const client = browser()
    expect(await goThrough(client, server, { provider, body: { callbackURL: '/dashboard/settings' } })).toBe(
      '/dashboard/settings',
    )
    expect(await isSignedIn(client)).toBe(true)
    const { email } = server.user
    const someUser = await userOf(email)
    expect(someUser).toMatchObject({
      emailVerified: true,
      firstName: 'Grace',
      lastName: 'Brewster Hopper',
      name: 'Grace Brewster Hopper',
      image: null,
    })
    const rows = await app.db
      .select()
      .from(account)
      .where(eq(account.userId, someUser?.id ?? ''))
    expect(rows).toMatchObject([
      {
        providerId: provider,
        accessToken: null,
        refreshToken: null,
        idToken: null,
        scope: null,
        password: null,
      },
    ])
    expect((await auditOf(app.db, someUser?.id ?? '')).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['user.signUp', 'user.verifyEmail', 'account.link', 'session.create']),
    )
    expect(await mailsTo(app, email)).toEqual([])
  })

  test("finds the same user by the provider's id, even when the address there has changed", async () => {
    await goThrough(browser(), server, { provider })
    const { email } = server.user
    server.user = { ...server.user, email: newEmail(), emailVerified: false, name: 'Another Name' }
    const again = browser()
    expect(await goThrough(again, server, { provider })).toBe('/dashboard')
    expect(
      ((await (await again.get('/api/auth/get-session')).json()) as { user: { email: string; name: string } })
        .user,
    ).toMatchObject({
      email,
      name: 'Grace Brewster Hopper',
    })
    expect(await userOf(server.user.email)).toBeUndefined()
  })

  test.each([
    { ours: true, theirs: true, end: '/dashboard', accounts: ['credential', provider] },
    { ours: true, theirs: false, end: '/login?error=emailUnverified', accounts: ['credential'] },
    { ours: false, theirs: true, end: '/login?error=notLinked', accounts: ['credential'] },
    { ours: false, theirs: false, end: '/login?error=emailUnverified', accounts: ['credential'] },
  ])(
    'with an address verified here: $ours, there: $theirs, ends at $end',
    async ({ ours, theirs, end, accounts }) => {
      await signedUp({ proved: ours })
      server.user.emailVerified = theirs
      const client = browser()
      expect(await goThrough(client, server, { provider })).toBe(end)
      expect(await isSignedIn(client)).toBe(end === '/dashboard')
      expect((await accountsOf(server.user.email)).map(({ providerId }) => providerId).toSorted()).toEqual(
        accounts,
      )
    },
  )

  test('rejects an address the provider has not verified, and stores nothing', async () => {
    server.user.emailVerified = false
    expect(await goThrough(browser(), server, { provider })).toBe('/login?error=emailUnverified')
    expect(await userOf(server.user.email)).toBeUndefined()
  })

  test('requests only the scopes it needs, with state, PKCE and an account choice', async () => {
    const params = new URL(await startAuthorization(browser(), provider)).searchParams
    expect(params.get('scope')).toBe(provider === 'google' ? 'openid email profile' : 'read:user user:email')
    expect(params.get('redirect_uri')).toBe(`${app.url}/api/auth/callback/${provider}`)
    expect([...params.keys()].toSorted()).toEqual(
      [
        'client_id',
        'code_challenge',
        'code_challenge_method',
        'prompt',
        'redirect_uri',
        'response_type',
        'scope',
        'state',
        ...(provider === 'google' ? ['nonce'] : []),
      ].toSorted(),
    )
  })

  test('twelve times concurrently by the same new user creates one user', async () => {
    const ends = await Promise.all(
      Array.from({ length: 12 }, () => goThrough(browser(), server, { provider })),
    )
    expect(ends).toEqual(Array.from({ length: 12 }, () => '/dashboard'))
    expect(await accountsOf(server.user.email)).toHaveLength(1)
  })

  test('with one callback sent ten times concurrently creates one session', async () => {
    const client = browser()
    const back = server.agree(await startAuthorization(client, provider))
    const cookie = client.cookie()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        fetch(back, { redirect: 'manual', headers: { cookie } }).then(({ status, headers }) => [
          status,
          headers.get('location'),
        ]),
      ),
    )
    expect(answers.filter(([, location]) => location === '/dashboard')).toHaveLength(1)
    expect(new Set(answers.map(([status]) => status))).toEqual(new Set([302]))
    const id = (await userOf(server.user.email))?.id ?? ''
    expect(await app.db.select().from(session).where(eq(session.userId, id))).toHaveLength(1)
    expect(await comeBack(client, back)).toBe('/login?error=expired')
  })

  test('with a callback started by another browser is rejected', async () => {
    const back = server.agree(await startAuthorization(browser(), provider))
    const other = browser()
    expect(await comeBack(other, back)).toBe('/login?error=expired')
    await startAuthorization(other, provider)
    expect(await comeBack(other, back)).toBe('/login?error=expired')
    expect(server.asked).toEqual([])
    expect(await isSignedIn(other)).toBe(false)
  })

  test('with a callback after ten minutes is rejected', async () => {
    const client = browser()
    const back = server.agree(await startAuthorization(client, provider))
    await app.db.update(verification).set({ expiresAt: new Date(Date.now() - 1000) })
    expect(await comeBack(client, back)).toBe('/login?error=expired')
  })

  test('as a banned user reports the ban and signs nobody in', async () => {
    await goThrough(browser(), server, { provider })
    await app.db
      .update(user)
      .set({ banned: true, banReason: 'Spam' })
      .where(eq(user.email, server.user.email))
    const client = browser()
    expect(await goThrough(client, server, { provider })).toBe('/login?error=banned')
    expect(readBanNotice(client.cookie())).toEqual({ reason: 'Spam' })
    expect(await isSignedIn(client)).toBe(false)
  })
})

const liesOf: [ProviderAtTest, Lie, string][] = [
  ...(
    [
      'audience',
      'issuer',
      'nonce',
      'noNonce',
      'signature',
      'unsigned',
      'symmetric',
      'expired',
      'issuerParameter',
    ] as const
  ).map((lie): [ProviderAtTest, Lie, string] => ['google', lie, 'rejected']),
  ...providers.flatMap((provider): [ProviderAtTest, Lie, string][] => [
    [provider, 'state', 'expired'],
    [provider, 'denied', 'cancelled'],
    [provider, 'notJson', 'rejected'],
    [provider, 'error', 'unavailable'],
  ]),
  // The same code calls both providers.
  ...(['down', 'elsewhere', 'huge', 'slow', 'dripping'] as const).map(
    (lie): [ProviderAtTest, Lie, string] => ['github', lie, 'unavailable'],
  ),
]

describe('a provider that lies or fails', () => {
  test.each(liesOf)(
    '%s, %s: leads to a readable page in time and leaves nothing behind',
    async (provider, lie, code) => {
      const client = browser()
      server.lie = lie
      const back = server.agree(
        await startAuthorization(client, provider, {
          body: { errorCallbackURL: '/login?redirect=%2Fdashboard%2Fsettings' },
        }),
      )
      const from = Date.now()
      const end = await comeBack(client, back)
      // A provider that never ends its response would block the user for 17 s and more.
      expect(Date.now() - from).toBeLessThan(15_000)
      // An invalid state has no error redirect to take from it.
      expect(end).toBe(
        lie === 'state' ? '/login?error=expired' : `/login?redirect=%2Fdashboard%2Fsettings&error=${code}`,
      )
      expect((await client.get(end)).status).toBe(200)
      expect(await userOf(server.user.email)).toBeUndefined()
      expect(await isSignedIn(client)).toBe(false)
    },
  )

  test('that responds with 50 MB is not read to the end', async () => {
    server.lie = 'huge'
    server.pouredBytes = 0
    await goThrough(browser(), server, { provider: 'google' })
    expect(server.pouredBytes).toBeLessThan(25_000_000)
  })
})

describe('providers are kept apart', () => {
  test('a code from Google at the callback of Github is rejected without any request', async () => {
    const client = browser()
    const back = server.agree(await startAuthorization(client, 'google'))
    back.pathname = '/api/auth/callback/github'
    expect(await comeBack(client, back)).toBe('/login?error=expired')
    expect(server.asked).toEqual([])
  })

  test('the same account id at both is two users', async () => {
    await goThrough(browser(), server, { provider: 'github' })
    await app.db
      .update(account)
      .set({ accountId: 'shared-subject' })
      .where(eq(account.accountId, String(users)))
    server.user = { ...server.user, email: newEmail() }
    await goThrough(browser(), server, { provider: 'google' })
    await app.db
      .update(account)
      .set({ accountId: 'shared-subject' })
      .where(eq(account.accountId, `google-${users}`))
    const rows = await app.db.select().from(account).where(eq(account.accountId, 'shared-subject'))
    expect(new Set(rows.map(({ userId }) => userId)).size).toBe(2)
  })
})

test('an address in ADMIN_EMAILS becomes an administrator, as verification by mail would do', async () => {
  server.user.email = 'chief@example.org'
  await goThrough(browser(), server, { provider: 'google' })
  expect(await userOf('chief@example.org')).toMatchObject({ role: 'admin' })
})

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  'http://localhost:1@evil.example/',
])('nobody is redirected to %s', async (target) => {
  for (const field of ['callbackURL', 'newUserCallbackURL', 'errorCallbackURL']) {
    const answer = await browser().post('/api/auth/sign-in/social', { provider: 'google', [field]: target })
    expect([answer.status, await answer.json()], field).toMatchObject([400, { field }])
  }
})

test('a return URL with an error of its own does not make a sign-in fail', async () => {
  const client = browser()
  const body = { callbackURL: '/dashboard/settings?error=failed&search=a' }
  expect(await goThrough(client, server, { provider: 'google', body })).toBe('/dashboard/settings?search=a')
  expect(await isSignedIn(client)).toBe(true)
})

test.each([
  { scopes: ['repo'] },
  { idToken: { token: 'x' } },
  { additionalData: { link: { userId: 'x', email: 'y' } } },
  { loginHint: 'x' },
  { additionalParams: { prompt: 'none' } },
  { provider: 'discord' },
])('options that clients may not choose are rejected: %o', async (more) => {
  expect((await browser().post('/api/auth/sign-in/social', { provider: 'google', ...more })).status).toBe(400)
})

describe('linking in settings', () => {
  const link = (provider: ProviderAtTest) => ({ provider, path: '/link-social' })

  test.each(providers)(
    '%s, with a verified address: it signs in from then on, and a mail reports it',
    async (provider) => {
      const client = await signedUp({ proved: true })
      const { email } = server.user
      expect(await goThrough(client, server, link(provider))).toBe('/dashboard/settings')
      expect((await accountsOf(email)).map(({ providerId }) => providerId).toSorted()).toEqual([
        'credential',
        provider,
      ])
      expect((await mailsTo(app, email))[0]?.subject).toContain(provider === 'google' ? 'Google' : 'GitHub')
      const other = browser()
      expect(await goThrough(other, server, { provider })).toBe('/dashboard')
      expect((await query(other, 'linkedAccounts.list')).data).toEqual({
        items: [{ id: expect.any(String), provider, createdAt: expect.any(Date) }],
        nextCursor: null,
      })
    },
  )

  test('and unlinking require authentication within the last ten minutes', async () => {
    const client = await signedUp({ proved: true })
    const id = (await userOf(server.user.email))?.id ?? ''
    await app.db
      .update(session)
      .set({ reauthenticatedAt: new Date(Date.now() - 601_000) })
      .where(eq(session.userId, id))
    const answer = await client.post('/api/auth/link-social', { provider: 'google' })
    expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'errors:reauthenticate' }])
    expect(await mutate(client, 'linkedAccounts.unlink', { id: 'any' })).toMatchObject({
      status: 403,
      code: 'errors:reauthenticate',
    })
  })

  test('with an unverified address is rejected before the redirect', async () => {
    const client = await signedUp({ proved: false })
    const answer = await client.post('/api/auth/link-social', { provider: 'google' })
    expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'providers:verifyFirst' }])
  })

  test('accepts another address, which proves nothing of the account, nor of a user who has it', async () => {
    const { email } = server.user
    const other = await signedUp({ proved: false })
    await followLink(browser(), await newestLink(app, email))
    const isKnown = async () => (await userOf(email))?.provedElsewhere === false
    expect(await isKnown()).toBe(false)
    const { client, email: own } = await signUp(app)
    await followLink(client, await newestLink(app, own))
    for (const provider of providers) {
      expect(await goThrough(client, server, link(provider))).toBe('/dashboard/settings')
      const visitor = browser()
      expect(await goThrough(visitor, server, { provider })).toBe('/dashboard')
      const { user: signedIn } = (await (await visitor.get('/api/auth/get-session')).json()) as {
        user: { email: string }
      }
      expect(signedIn.email).toBe(own)
    }
    expect([await isKnown(), (await accountsOf(email)).length]).toEqual([false, 1])
    expect(await isSignedIn(other)).toBe(false)
  })

  test('accepts nothing that belongs to another user', async () => {
    const { email } = server.user
    await goThrough(browser(), server, { provider: 'google' })
    await app.db.update(user).set({ email: newEmail() }).where(eq(user.email, email))
    const client = await signedUp({ proved: true })
    expect(await goThrough(client, server, link('google'))).toBe('/dashboard/settings?error=linkedElsewhere')
  })

  test.each(['signed out', 'signed in as another'])(
    'is rejected when the user is %s by the time of the callback',
    async (how) => {
      const client = await signedUp({ proved: true })
      const back = server.agree(await startAuthorization(client, 'google', { path: '/link-social' }))
      const state = client.cookie()
      const other = how === 'signed out' ? browser() : (await signUp(app)).client
      const stateCookie =
        state.split('; ').find((pair) => pair.startsWith(`${cookieName('oauthState', app.url)}=`)) ?? ''
      const answer = await fetch(back, {
        redirect: 'manual',
        headers: { cookie: `${other.cookie()}; ${stateCookie}` },
      })
      expect(answer.headers.get('location')).toBe('/dashboard/settings?error=expired')
      expect(await accountsOf(server.user.email)).toHaveLength(1)
    },
  )
})

describe('unlinking', () => {
  const unlink = async (client: ReturnType<typeof browser>, provider: ProviderAtTest) => {
    const { items } = (await query(client, 'linkedAccounts.list')).data as {
      items: { id: string; provider: string }[]
    }
    return mutate(client, 'linkedAccounts.unlink', {
      id: items.find((row) => row.provider === provider)?.id ?? 'none',
    })
  }

  test('ends that sign-in method, and a mail reports it', async () => {
    const client = await signedUp({ proved: true })
    await goThrough(client, server, { provider: 'google', path: '/link-social' })
    expect((await unlink(client, 'google')).status).toBe(200)
    expect(await accountsOf(server.user.email)).toMatchObject([{ providerId: 'credential' }])
    expect((await mailsTo(app, server.user.email))[0]?.text).toContain('Google')
    expect(
      (await auditOf(app.db, (await userOf(server.user.email))?.id ?? '')).map(({ action }) => action),
    ).toContain('account.unlink')
  })

  test('never removes the last sign-in method, even when two are unlinked concurrently', async () => {
    const client = browser()
    await goThrough(client, server, { provider: 'google' })
    expect(await unlink(client, 'google')).toMatchObject({ code: 'security:lastSignInMethod' })
    await goThrough(client, server, { provider: 'github', path: '/link-social' })
    const statuses = await Promise.all(
      [unlink(client, 'google'), unlink(client, 'github')].map(async (answer) => (await answer).status),
    )
    expect(statuses.toSorted()).toEqual([200, 409])
    expect(await accountsOf(server.user.email)).toHaveLength(1)
  })

  test('of all kinds of sign-in methods concurrently, from several sessions, leaves one', async () => {
    for (let round = 0; round < 5; round++) {
      await app.db.delete(limitCounter)
      users += 1
      server.user = { ...server.user, id: users, email: newEmail() }
      const client = browser()
      await goThrough(client, server, { provider: 'google' })
      await goThrough(client, server, { provider: 'github', path: '/link-social' })
      const other = browser()
      await goThrough(other, server, { provider: 'github' })
      const { id: userId = '' } = (await userOf(server.user.email)) ?? {}
      const others: SignInMethod[] = []
      for (const { signInMethods } of featureFixtures)
        others.push(...((await signInMethods?.(app.db, userId)) ?? []))
      const answers = await Promise.all([
        unlink(client, 'google'),
        unlink(other, 'github'),
        ...others.map(({ remove: { procedure, input } }, at) =>
          mutate(at % 2 === 0 ? client : other, procedure, input),
        ),
      ])
      const expected = [...Array.from({ length: others.length + 1 }, () => 200), 409]
      expect(answers.map(({ status }) => status).toSorted()).toEqual(expected)
      const kept = await Promise.all(others.map(({ isThere }) => isThere()))
      expect((await accountsOf(server.user.email)).length + kept.filter(Boolean).length).toBe(1)
    }
  })

  test('removes no password and nothing of other users', async () => {
    const client = await signedUp({ proved: true })
    const [password] = await app.db
      .select({ id: account.id })
      .from(account)
      .innerJoin(user, eq(user.id, account.userId))
      .where(eq(user.email, server.user.email))
    expect((await mutate(client, 'linkedAccounts.unlink', { id: password?.id })).status).toBe(404)
    const [foreign] = await app.db
      .select({ id: account.id })
      .from(account)
      .where(and(inArray(account.providerId, ['google', 'github'])))
    expect((await mutate(client, 'linkedAccounts.unlink', { id: foreign?.id })).status).toBe(404)
  })
})

test('a user without a password sets one through the reset mail and then has two sign-in methods', async () => {
  await goThrough(browser(), server, { provider: 'github' })
  const { email } = server.user
  expect((await browser().post('/api/auth/request-password-reset', { email })).status).toBe(200)
  const token = (await newestLink(app, email)).searchParams.get('token')
  expect((await browser().post('/api/auth/reset-password', { token, newPassword: PASSWORD })).status).toBe(
    200,
  )
  expect((await signIn(app, email)).status).toBe(200)
  expect((await accountsOf(email)).map(({ providerId }) => providerId).toSorted()).toEqual([
    'credential',
    'github',
  ])
})

test("a sign-up with another user's address keeps nothing: after a reset by mail the provider signs the owner in", async () => {
  const squatter = await signedUp({ proved: false })
  const { email } = server.user
  expect(await goThrough(browser(), server, { provider: 'google' })).toBe('/login?error=notLinked')
  await browser().post('/api/auth/request-password-reset', { email })
  const token = (await newestLink(app, email)).searchParams.get('token')
  expect(
    (await browser().post('/api/auth/reset-password', { token, newPassword: 'acht graue Steine im Bach' }))
      .status,
  ).toBe(200)
  const owner = browser()
  expect(await goThrough(owner, server, { provider: 'google' })).toBe('/dashboard')
  expect([await isSignedIn(owner), await isSignedIn(squatter), (await signIn(app, email)).status]).toEqual([
    true,
    false,
    401,
  ])
})

test.skipIf(secondFactorPage === undefined).each(providers)(
  'a user with a second factor is asked for it after %s too, in a browser of another account as well',
  async (provider) => {
    const client = await signedUp({ proved: true })
    await enableSecondFactor?.(client)
    const other = await signUp(app)
    expect(
      await goThrough(other.client, server, { provider, body: { callbackURL: '/dashboard/settings' } }),
    ).toBe(`${secondFactorPage}?redirect=%2Fdashboard%2Fsettings`)
    expect(await (await other.client.get('/api/auth/get-session')).json()).toBe(null)
  },
)

test('no code, token or secret of a provider appears in an answer, a log line or a row', async () => {
  const client = browser()
  await goThrough(client, server, { provider: 'google' })
  const paths = [
    '/api/auth/get-session',
    '/api/trpc/linkedAccounts.list',
    '/dashboard',
    '/dashboard/settings',
  ]
  const bodies = await Promise.all(paths.map(async (path) => (await client.get(path)).text()))
  expect(server.handedOut.length).toBeGreaterThan(20)
  const rows = JSON.stringify([
    await app.db.select().from(account),
    await app.db.select().from(session),
    await app.db.select().from(verification),
  ])
  const output = app.output()
  for (const secret of [...server.handedOut, 'stand-in-secret-9f2c', 'Send your password']) {
    expect(output.includes(secret), secret).toBe(false)
    expect(bodies.join('').includes(secret), secret).toBe(false)
    expect(rows.includes(secret), secret).toBe(false)
  }
})

test("Better Auth's own client starts a sign-in", async () => {
  const official = createAuthClient({ baseURL: app.url, fetchOptions: { throw: true } })
  const started = { provider: 'github', callbackURL: '/dashboard', disableRedirect: true }
  expect(await official.signIn.social(started)).toMatchObject({
    url: expect.stringMatching(/^https:\/\/github\.com\/login\/oauth\/authorize\?/) as unknown,
  })
})
