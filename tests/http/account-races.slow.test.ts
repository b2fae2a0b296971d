import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { account, session, user } from '#/core/identity/identity.table.server.ts'
import { limitCounter } from '#/core/limits/limits.table.server.ts'
import { auditOf } from '../support/expect-audit.ts'
import { createHttpClient } from '../support/http-client.ts'
import { startApp, type RunningApp } from '../support/running-app.ts'
import { createSoftAuthenticator } from '../support/soft-authenticator.ts'
import { totpOf } from '../support/totp.ts'
import { openApp, PASSWORD, publicSettings, type AppUnderTest } from '../support/http/open-app.ts'
import { newEmail, newestLink, signIn, signUp } from '../support/http/users.ts'
import {
  withPendingSecondFactor,
  mailedCode,
  userWithAuthenticator,
  verifiedUser,
} from '../support/http/second-factor-users.ts'

const ROUNDS = 10
const AT_ONCE = 6

let app: AppUnderTest
let second: RunningApp

beforeAll(async () => {
  app = await openApp({ BETTER_AUTH_SECRET: publicSettings.BETTER_AUTH_SECRET })
  // As behind a load balancer: one public address, two instances.
  second = await startApp({
    env: {
      DATABASE_URL: app.database.url,
      BETTER_AUTH_SECRET: publicSettings.BETTER_AUTH_SECRET,
      APP_URL: app.url,
    },
  })
})
afterAll(() => second.stop())

/** Runs the rounds, resetting the limits: they sign in more often than one address may. */
async function rounds(play: (round: number) => Promise<void>): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    await app.db.delete(limitCounter)
    await play(round)
  }
}

type Call = { path: string; body?: unknown; cookie?: string }

/** Sends all calls concurrently, half of them to the second instance. Returns the count of each outcome. */
async function race(calls: readonly Call[]): Promise<Record<string, number>> {
  const answers = await Promise.all(
    calls.map(async ({ path, body, cookie = '' }, at) => {
      const headers = { origin: app.url, cookie, 'content-type': 'application/json' }
      const post = { method: 'POST', body: JSON.stringify(body) }
      const answer = await fetch((at % 2 === 0 ? app.url : second.url) + path, {
        redirect: 'manual',
        headers,
        ...(body === undefined ? {} : post),
      })
      if (answer.status < 400) return String(answer.status)
      return `${answer.status} ${((await answer.json()) as { code?: string }).code}`
    }),
  )
  const counts: Record<string, number> = {}
  for (const name of answers) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

const times = <T>(make: (at: number) => T): T[] => Array.from({ length: AT_ONCE }, (_, at) => make(at))
const sessionsOf = (userId: string) => app.db.$count(session, eq(session.userId, userId))

test('concurrent sign-ups with one address create one user with one password', async () => {
  await rounds(async () => {
    const email = newEmail()
    const seen = await race(
      times((at) => ({
        path: '/api/auth/sign-up/email',
        body: {
          firstName: 'A',
          lastName: 'B',
          email: at % 3 === 0 ? email.toUpperCase() : email,
          password: PASSWORD,
        },
      })),
    )
    expect(seen).toEqual({ '200': 1, '422 USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL': AT_ONCE - 1 })
    const [someUser] = await app.db.select({ id: user.id }).from(user).where(eq(user.email, email))
    expect(await app.db.$count(account, eq(account.userId, someUser?.id ?? ''))).toBe(1)
    expect(
      (await auditOf(app.db, someUser?.id ?? '')).filter(({ action }) => action === 'user.signUp'),
    ).toHaveLength(1)
  })
})

test('a code from the authenticator creates one session', async () => {
  await rounds(async () => {
    const { id, email, totpURI } = await userWithAuthenticator(app)
    const pendings = await Promise.all(times(() => withPendingSecondFactor(app, email)))
    const before = await sessionsOf(id)
    const code = totpOf(totpURI)
    const seen = await race(
      pendings.map((pending) => ({
        path: '/api/auth/two-factor/verify-totp',
        body: { code },
        cookie: pending.cookie(),
      })),
    )
    expect(seen).toEqual({ '200': 1, '401 security:invalidCode': AT_ONCE - 1 })
    expect(await sessionsOf(id)).toBe(before + 1)
  })
})

test('a mailed code creates one session', async () => {
  await rounds(async () => {
    const { id, email } = await userWithAuthenticator(app)
    const pending = await withPendingSecondFactor(app, email)
    expect((await pending.post('/api/auth/two-factor/send-otp', {})).status).toBe(200)
    const code = await mailedCode(app, email)
    const before = await sessionsOf(id)
    const seen = await race(
      times(() => ({ path: '/api/auth/two-factor/verify-otp', body: { code }, cookie: pending.cookie() })),
    )
    expect(seen['200']).toBe(1)
    expect(Object.keys(seen).filter((name) => !/^(200|40[01] )/.test(name))).toEqual([])
    expect(await sessionsOf(id)).toBe(before + 1)
  })
})

test('a backup code creates one session', async () => {
  await rounds(async () => {
    const { id, email, backupCodes } = await userWithAuthenticator(app)
    const pendings = await Promise.all(times(() => withPendingSecondFactor(app, email)))
    const before = await sessionsOf(id)
    const [code] = backupCodes
    const seen = await race(
      pendings.map((pending) => ({
        path: '/api/auth/two-factor/verify-backup-code',
        body: { code },
        cookie: pending.cookie(),
      })),
    )
    expect(seen).toEqual({ '200': 1, '401 security:invalidBackupCode': AT_ONCE - 1 })
    expect(await sessionsOf(id)).toBe(before + 1)
  })
})

test('a reset link sets one password', async () => {
  await rounds(async () => {
    const { email } = await signUp(app)
    await createHttpClient(app.url).post('/api/auth/request-password-reset', {
      email,
      redirectTo: '/reset-password',
    })
    const token = (await newestLink(app, email)).searchParams.get('token')
    const passwords = times((at) => `sieben blaue Boote ${at}`)
    const seen = await race(
      passwords.map((newPassword) => ({ path: '/api/auth/reset-password', body: { token, newPassword } })),
    )
    expect(seen).toEqual({ '200': 1, '400 INVALID_TOKEN': AT_ONCE - 1 })
    const opened = await Promise.all(passwords.map((password) => signIn(app, email, { password })))
    expect(opened.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

test('the verification link verifies the address once', async () => {
  await rounds(async () => {
    const { email } = await signUp(app)
    const { pathname, search } = await newestLink(app, email)
    expect(await race(times(() => ({ path: pathname + search })))).toEqual({ '302': AT_ONCE })
    const [someUser] = await app.db
      .select({ id: user.id })
      .from(user)
      .where(and(eq(user.email, email), eq(user.emailVerified, true)))
    expect(
      (await auditOf(app.db, someUser?.id ?? '')).filter(({ action }) => action === 'user.verifyEmail'),
    ).toHaveLength(1)
  })
})

test('a passkey challenge signs in once', async () => {
  const { id, client } = await verifiedUser(app)
  const device = createSoftAuthenticator(app.url)
  const optionsFor = async (browser: typeof client, what: string) =>
    (await (await browser.get(`/api/auth/passkey/generate-${what}-options`)).json()) as Parameters<
      typeof device.get
    >[0]
  const made = device.create(await optionsFor(client, 'register'))
  expect(
    (await client.post('/api/auth/passkey/verify-registration', { response: made, name: 'Laptop' })).status,
  ).toBe(200)
  await rounds(async () => {
    const browser = createHttpClient(app.url)
    const response = device.get(await optionsFor(browser, 'authenticate'))
    const before = await sessionsOf(id)
    const seen = await race(
      times(() => ({
        path: '/api/auth/passkey/verify-authentication',
        body: { response },
        cookie: browser.cookie(),
      })),
    )
    expect(seen).toEqual({ '200': 1, '400 security:challengeOver': AT_ONCE - 1 })
    expect(await sessionsOf(id)).toBe(before + 1)
  })
})
