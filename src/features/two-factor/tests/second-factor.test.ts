import { desc, eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { session, user, verification } from '@plinth/core/database/server'
import { twoFactor } from '../server/two-factor.table.server.ts'
import { limitCounter } from '@plinth/core/internal/limits/limits.table.server.ts'
import { auditOf } from '@plinth/testing/expect-audit.ts'
import { createHttpClient } from '@plinth/testing/http-client.ts'
import { totpOf, wrongCodeOf } from '@plinth/testing/totp.ts'
import { sharedApp, PASSWORD, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { followLink, isSignedIn, mailsTo, newEmail, signIn, signUp } from '@plinth/testing/http/users.ts'
import {
  codeOf,
  isSignedInNow,
  letAuthenticationAge,
  mailedCode,
  read,
  verifiedUser,
} from '@plinth/testing/http/verified-user.ts'
import { withPendingSecondFactor, userWithAuthenticator } from './second-factor-users.ts'

let app: AppUnderTest
beforeAll(async () => {
  app = await sharedApp()
})

const noPause = (userId: string) =>
  app.db.delete(limitCounter).where(eq(limitCounter.key, `mailed-code:pause:${userId}`))

describe('setting up an authenticator', () => {
  test('asks for the password, shows the secret and ten codes once, and takes effect with the first code', async () => {
    const { id, email, client } = await verifiedUser(app)
    expect(await codeOf(client.post('/api/auth/two-factor/enable', {}))).toEqual([400, 'errors:required'])
    expect(
      await codeOf(client.post('/api/auth/two-factor/enable', { password: 'not the password' })),
    ).toEqual([400, 'security:wrongPassword'])
    const { body } = await read(client.post('/api/auth/two-factor/enable', { password: PASSWORD }))
    const { totpURI, backupCodes } = body as { totpURI: string; backupCodes: string[] }
    expect(totpURI).toMatch(/^otpauth:\/\/totp\/.+secret=[A-Z2-7]+/)
    expect(new Set(backupCodes).size).toBe(10)
    expect(backupCodes.join('')).not.toMatch(/[A-Z01ilo]/)
    // Not before the first code is entered.
    expect(
      (await createHttpClient(app.url).post('/api/auth/sign-in/email', { email, password: PASSWORD })).status,
    ).toBe(200)
    expect(await codeOf(client.post('/api/auth/two-factor/verify-totp', { code: '12345' }))).toEqual([
      400,
      'security:totpDigits',
    ])
    const wrong = wrongCodeOf(totpURI)
    expect(await codeOf(client.post('/api/auth/two-factor/verify-totp', { code: wrong }))).toEqual([
      401,
      'security:invalidCode',
    ])
    expect((await client.post('/api/auth/two-factor/verify-totp', { code: totpOf(totpURI) })).status).toBe(
      200,
    )
    expect(await isSignedIn(client)).toBe(true)
    expect((await read(client.get('/api/auth/two-factor/state'))).body).toEqual({
      enabled: true,
      authenticator: true,
      backupCodesLeft: 10,
      hasPassword: true,
    })
    expect((await auditOf(app.db, id)).map(({ action }) => action)).toContain('user.enableTwoFactor')
    expect((await mailsTo(app, email))[0]?.text).toContain('Two-factor authentication was turned on')
    expect(await codeOf(client.post('/api/auth/two-factor/enable', { password: PASSWORD }))).toEqual([
      409,
      'security:alreadyEnabled',
    ])
  })

  test('is rejected while the address is not verified', async () => {
    const { client } = await signUp(app)
    expect(await codeOf(client.post('/api/auth/two-factor/enable', { password: PASSWORD }))).toEqual([
      403,
      'security:verifyFirst',
    ])
  })

  test('stores neither the secret nor the codes as plain text', async () => {
    const { id, totpURI, backupCodes } = await userWithAuthenticator(app)
    const rows = JSON.stringify(await app.db.select().from(twoFactor).where(eq(twoFactor.userId, id)))
    for (const shown of [new URL(totpURI).searchParams.get('secret') ?? '', ...backupCodes])
      expect(rows).not.toContain(shown)
  })
})

describe('between the two factors', () => {
  test('there is no session: the browser is redirected to the second factor and everything else is closed', async () => {
    const { email } = await userWithAuthenticator(app)
    const pending = await withPendingSecondFactor(app, email)
    expect(await isSignedInNow(pending)).toBe(false)
    const page = await pending.get('/dashboard/settings')
    expect([page.status, page.headers.get('location')]).toEqual([
      307,
      '/two-factor/?redirect=%2Fdashboard%2Fsettings',
    ])
    expect((await pending.get('/api/trpc/sessions.list')).status).toBe(401)
    expect((await pending.get('/login')).status).toBe(200)
  })

  test('the database has no session for it', async () => {
    const { id, email } = await userWithAuthenticator(app)
    const before = await app.db.$count(session, eq(session.userId, id))
    await withPendingSecondFactor(app, email)
    expect(await app.db.$count(session, eq(session.userId, id))).toBe(before)
  })

  test('the challenge ends when the user is banned, and after ten minutes', async () => {
    const { id, email, totpURI } = await userWithAuthenticator(app)
    const banned = await withPendingSecondFactor(app, email)
    await app.db.update(user).set({ banned: true }).where(eq(user.id, id))
    expect(await codeOf(banned.post('/api/auth/two-factor/verify-totp', { code: totpOf(totpURI) }))).toEqual([
      401,
      'security:challengeOver',
    ])
    await app.db.update(user).set({ banned: false }).where(eq(user.id, id))
    const late = await withPendingSecondFactor(app, email)
    await app.db
      .update(verification)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(verification.value, id))
    expect(await codeOf(late.post('/api/auth/two-factor/verify-totp', { code: totpOf(totpURI) }))).toEqual([
      401,
      'security:challengeOver',
    ])
    expect((await late.get('/dashboard')).headers.get('location')).toBe('/login?redirect=%2Fdashboard')
  })
})

describe('a code from the authenticator', () => {
  test('creates one session, and none when it is used again', async () => {
    const { email, totpURI } = await userWithAuthenticator(app)
    const code = totpOf(totpURI)
    const first = await withPendingSecondFactor(app, email)
    expect((await first.post('/api/auth/two-factor/verify-totp', { code })).status).toBe(200)
    expect(await isSignedIn(first)).toBe(true)
    const second = await withPendingSecondFactor(app, email)
    expect(await codeOf(second.post('/api/auth/two-factor/verify-totp', { code }))).toEqual([
      401,
      'security:invalidCode',
    ])
    expect(await isSignedInNow(second)).toBe(false)
  })

  test('creates one session when it is used ten times concurrently, on one challenge or on many', async () => {
    for (const isOne of [true, false]) {
      const { id, email, totpURI } = await userWithAuthenticator(app)
      const shared = await withPendingSecondFactor(app, email)
      const clients = isOne
        ? Array.from({ length: 10 }, () => shared)
        : await Promise.all(Array.from({ length: 10 }, () => withPendingSecondFactor(app, email)))
      const before = await app.db.$count(session, eq(session.userId, id))
      const code = totpOf(totpURI)
      const answers = await Promise.all(
        clients.map(
          async (client) => (await client.post('/api/auth/two-factor/verify-totp', { code })).status,
        ),
      )
      expect(answers.toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 401)])
      expect(await app.db.$count(session, eq(session.userId, id))).toBe(before + 1)
    }
  })

  test('of another user creates none', async () => {
    const [ada, ben] = [await userWithAuthenticator(app), await userWithAuthenticator(app)]
    const pending = await withPendingSecondFactor(app, ada.email)
    expect(
      await codeOf(pending.post('/api/auth/two-factor/verify-totp', { code: totpOf(ben.totpURI) })),
    ).toEqual([401, 'security:invalidCode'])
  })
})

describe('guessing', () => {
  test('stops after twenty attempts per account, across challenges and concurrent requests, and returns when to retry', async () => {
    const { email, totpURI } = await userWithAuthenticator(app)
    const clients = await Promise.all(Array.from({ length: 6 }, () => withPendingSecondFactor(app, email)))
    const code = wrongCodeOf(totpURI)
    const guesses = clients.flatMap((client) =>
      Array.from({ length: 5 }, () => client.post('/api/auth/two-factor/verify-totp', { code })),
    )
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([
      ...Array.from({ length: 20 }, () => 401),
      ...Array.from({ length: 10 }, () => 429),
    ])
    const fresh = await withPendingSecondFactor(app, email)
    const refused = await fresh.post('/api/auth/two-factor/verify-totp', { code: totpOf(totpURI) })
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
  })

  test('invalidates the challenge after five wrong codes', async () => {
    const { email, totpURI } = await userWithAuthenticator(app)
    const pending = await withPendingSecondFactor(app, email)
    const code = wrongCodeOf(totpURI)
    for (let i = 0; i < 5; i++) await pending.post('/api/auth/two-factor/verify-totp', { code })
    expect(await codeOf(pending.post('/api/auth/two-factor/verify-totp', { code: totpOf(totpURI) }))).toEqual(
      [401, 'security:challengeOver'],
    )
  })
})

describe('a mailed code', () => {
  test('arrives by mail, creates one session and is not stored as plain text', async () => {
    const { id, email } = await userWithAuthenticator(app)
    const pending = await withPendingSecondFactor(app, email)
    expect((await read(pending.post('/api/auth/two-factor/send-otp', {}))).body).toEqual({
      status: true,
      retryAfterSeconds: 30,
    })
    const code = await mailedCode(app, email)
    expect(code).toMatch(/^\d{6}$/)
    // Other rows may have these digits in an id.
    const [row] = await app.db.select().from(verification).orderBy(desc(verification.createdAt)).limit(1)
    expect(row?.value).toMatch(/^[^:]+:0$/)
    expect(row?.value).not.toContain(code)
    const wrong = code === '111111' ? '222222' : '111111'
    expect(await codeOf(pending.post('/api/auth/two-factor/verify-otp', { code: wrong }))).toEqual([
      401,
      'security:invalidOtp',
    ])
    expect(await codeOf(pending.post('/api/auth/two-factor/verify-otp', { code: '12' }))).toEqual([
      400,
      'security:invalidOtp',
    ])
    const statuses = await Promise.all(
      Array.from(
        { length: 8 },
        async () => (await pending.post('/api/auth/two-factor/verify-otp', { code })).status,
      ),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(await isSignedIn(pending)).toBe(true)
    expect(
      (await auditOf(app.db, id)).filter(({ action }) => action === 'user.passSecondFactor'),
    ).toMatchObject([{ details: { method: 'otp' } }])
  })

  test('can be requested again after half a minute, and five times in fifteen minutes', async () => {
    const { id, email } = await userWithAuthenticator(app)
    const pending = await withPendingSecondFactor(app, email)
    const statuses: number[] = []
    for (let i = 0; i < 6; i++) {
      statuses.push((await pending.post('/api/auth/two-factor/send-otp', {})).status)
      if (i === 0) statuses.push((await pending.post('/api/auth/two-factor/send-otp', {})).status)
      await noPause(id)
    }
    expect(statuses).toEqual([200, 429, 200, 200, 200, 200, 429])
  })

  test('is invalid after five wrong attempts; a new one works', async () => {
    const { id, email } = await userWithAuthenticator(app)
    const pending = await withPendingSecondFactor(app, email)
    await pending.post('/api/auth/two-factor/send-otp', {})
    const code = await mailedCode(app, email)
    const wrong = code === '111111' ? '222222' : '111111'
    for (let i = 0; i < 5; i++) await pending.post('/api/auth/two-factor/verify-otp', { code: wrong })
    expect(await codeOf(pending.post('/api/auth/two-factor/verify-otp', { code }))).toEqual([
      400,
      'security:otpOver',
    ])
    await noPause(id)
    await pending.post('/api/auth/two-factor/send-otp', {})
    expect(
      (await pending.post('/api/auth/two-factor/verify-otp', { code: await mailedCode(app, email) })).status,
    ).toBe(200)
  })

  test('is not available to signed-in users: it would enable the second factor without a password', async () => {
    const { client } = await verifiedUser(app)
    expect((await client.post('/api/auth/two-factor/send-otp', {})).status).toBe(403)
    expect((await client.post('/api/auth/two-factor/verify-otp', { code: '123456' })).status).toBe(403)
  })
})

/** As an input method for Japanese types it. */
const fullWidth = (text: string) =>
  text.replaceAll(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))

describe('a backup code', () => {
  test('creates one session, even when it is used six times concurrently, and is used up', async () => {
    const { email, client, backupCodes } = await userWithAuthenticator(app)
    const code = fullWidth(backupCodes[0]?.replace('-', ' ').toUpperCase() ?? '')
    const clients = await Promise.all(Array.from({ length: 6 }, () => withPendingSecondFactor(app, email)))
    const answers = await Promise.all(
      clients.map((pending) => codeOf(pending.post('/api/auth/two-factor/verify-backup-code', { code }))),
    )
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
    expect(answers.filter(([, refusal]) => refusal === 'security:invalidBackupCode')).toHaveLength(5)
    expect((await read(client.get('/api/auth/two-factor/state'))).body.backupCodesLeft).toBe(9)
  })

  test('of an older list is invalid once there is a new list', async () => {
    const { email, client, backupCodes } = await userWithAuthenticator(app)
    const renewed = await read(
      client.post('/api/auth/two-factor/generate-backup-codes', { password: PASSWORD }),
    )
    const pending = await withPendingSecondFactor(app, email)
    expect(
      await codeOf(pending.post('/api/auth/two-factor/verify-backup-code', { code: backupCodes[1] })),
    ).toEqual([401, 'security:invalidBackupCode'])
    const [code] = renewed.body.backupCodes as string[]
    expect((await pending.post('/api/auth/two-factor/verify-backup-code', { code })).status).toBe(200)
  })
})

test('a second factor by mail alone has backup codes too, and an authenticator can be added', async () => {
  const { email, client } = await verifiedUser(app)
  const { body } = await read(
    client.post('/api/auth/two-factor/enable', { password: PASSWORD, method: 'otp' }),
  )
  const pending = await withPendingSecondFactor(app, email)
  const [code] = (body as { backupCodes: string[] }).backupCodes
  expect((await pending.post('/api/auth/two-factor/verify-backup-code', { code })).status).toBe(200)
  const { totpURI } = (await read(pending.post('/api/auth/two-factor/enable', { password: PASSWORD })))
    .body as {
    totpURI: string
  }
  expect((await pending.post('/api/auth/two-factor/verify-totp', { code: totpOf(totpURI) })).status).toBe(200)
  expect((await read(pending.get('/api/auth/two-factor/state'))).body).toMatchObject({
    enabled: true,
    authenticator: true,
    backupCodesLeft: 10,
  })
})

describe('a trusted device', () => {
  async function trusting(email: string, code: string, values: object = {}) {
    const pending = await withPendingSecondFactor(app, email, { ...values })
    const answer = await pending.post('/api/auth/two-factor/verify-totp', { code, trustDevice: true })
    expect(answer.status).toBe(200)
    return Object.assign(pending, { answer })
  }
  const isAsked = async (client: ReturnType<typeof createHttpClient>, email: string, password = PASSWORD) =>
    (await read(client.post('/api/auth/sign-in/email', { email, password }))).body.twoFactorRedirect === true

  test('is not asked for a code until the password changes', async () => {
    const { email, totpURI } = await userWithAuthenticator(app)
    const client = await trusting(email, totpOf(totpURI))
    expect(await isAsked(client, email)).toBe(false)
    const next = 'fünf blaue Ziegel am Bach'
    expect(
      (await client.post('/api/auth/change-password', { currentPassword: PASSWORD, newPassword: next }))
        .status,
    ).toBe(200)
    expect(await isAsked(client, email, next)).toBe(true)
  })

  test('is asked again after the second factor was turned off and on, also in another browser', async () => {
    const { email, totpURI } = await userWithAuthenticator(app)
    const [client, other] = [
      await trusting(email, totpOf(totpURI)),
      await trusting(email, totpOf(totpURI, 1)),
    ]
    expect((await client.post('/api/auth/two-factor/disable', { password: PASSWORD })).status).toBe(200)
    await client.post('/api/auth/two-factor/enable', { password: PASSWORD, method: 'otp' })
    expect([await isAsked(client, email), await isAsked(other, email)]).toEqual([true, true])
  })

  test('is forgotten with the browser when "Remember me" was off, like every cookie of that sign-in', async () => {
    const { email, totpURI } = await userWithAuthenticator(app)
    const { answer, ...client } = await trusting(email, totpOf(totpURI), { rememberMe: false })
    const lasting = answer.headers.getSetCookie().filter((cookie) => /max-age=[1-9]|expires=/i.test(cookie))
    expect(lasting).toEqual([])
    expect(answer.headers.getSetCookie().filter((cookie) => cookie.includes('trust_device='))).toHaveLength(1)
    await app.db
      .update(session)
      .set({ updatedAt: sql`now() - interval '2 days'` })
      .where(
        eq(
          session.userId,
          (await app.db.select({ id: user.id }).from(user).where(eq(user.email, email)))[0]?.id ?? '',
        ),
      )
    const renewed = await client.get('/api/auth/get-session')
    expect(renewed.headers.getSetCookie().filter((cookie) => /max-age=[1-9]|expires=/i.test(cookie))).toEqual(
      [],
    )
  })
})

test('disabling asks for the password, is reported by mail, and the next sign-in needs no second factor', async () => {
  const { id, email, client } = await userWithAuthenticator(app)
  expect(await codeOf(client.post('/api/auth/two-factor/disable', { password: 'not the password' }))).toEqual(
    [400, 'security:wrongPassword'],
  )
  await letAuthenticationAge(app, id)
  expect((await client.post('/api/auth/two-factor/disable', { password: PASSWORD })).status).toBe(200)
  expect((await mailsTo(app, email))[0]?.text).toContain('Two-factor authentication was turned off')
  const again = createHttpClient(app.url)
  await again.post('/api/auth/sign-in/email', { email, password: PASSWORD })
  expect(await isSignedIn(again)).toBe(true)
})

test('disabling a second time is accepted, but logged and mailed only once', async () => {
  const { id, email, client } = await userWithAuthenticator(app)
  const disable = () => client.post('/api/auth/two-factor/disable', { password: PASSWORD })
  expect([(await disable()).status, (await disable()).status]).toEqual([200, 200])
  const actions = (await auditOf(app.db, id)).map(({ action }) => action)
  expect(actions.filter((action) => action === 'user.disableTwoFactor')).toHaveLength(1)
  const reports = (await mailsTo(app, email)).filter(({ text }) => text.includes('was turned off'))
  expect(reports).toHaveLength(1)
})

test('new backup codes need no password within minutes of giving it, and re-authentication later', async () => {
  const { email, client } = await userWithAuthenticator(app)
  const renew = () => client.post('/api/auth/two-factor/generate-backup-codes', {})
  const renewed = await read(renew())
  expect(renewed.body.backupCodes).toHaveLength(10)
  const [row] = await app.db.select({ id: user.id }).from(user).where(eq(user.email, email))
  await letAuthenticationAge(app, row?.id ?? '')
  expect(await codeOf(renew())).toEqual([403, 'errors:reauthenticate'])
})

test('a new password invalidates sign-ins pending their second factor', async () => {
  const { email, client } = await userWithAuthenticator(app)
  const pending = await withPendingSecondFactor(app, email)
  const change = { currentPassword: PASSWORD, newPassword: 'fünf blaue Ziegel am Bach' }
  expect((await client.post('/api/auth/change-password', change)).status).toBe(200)
  expect((await pending.get('/dashboard')).headers.get('location')).toBe('/login?redirect=%2Fdashboard')
})

test('the links to a new address sign nobody in past the second factor', async () => {
  const { id, email, client } = await userWithAuthenticator(app)
  const to = newEmail()
  await client.post('/api/auth/change-email', { newEmail: to })
  const stranger = createHttpClient(app.url)
  await followLink(stranger, (await mailsTo(app, email))[0]?.links[0])
  const before = await app.db.$count(session, eq(session.userId, id))
  await followLink(stranger, (await mailsTo(app, to))[0]?.links[0])
  const [row] = await app.db.select({ email: user.email }).from(user).where(eq(user.id, id))
  expect(row?.email).toBe(to)
  expect(await isSignedInNow(stranger)).toBe(false)
  expect(await app.db.$count(session, eq(session.userId, id))).toBe(before)
})

test('a browser that is pending its second factor is not reported as new', async () => {
  const { email } = await userWithAuthenticator(app)
  await fetch(`${app.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: {
      origin: app.url,
      'content-type': 'application/json',
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
    },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  expect((await mailsTo(app, email)).filter(({ subject }) => /new sign-in/i.test(subject))).toEqual([])
})

test('a banned user gets the ban message before a second factor is requested', async () => {
  const { id, email } = await userWithAuthenticator(app)
  await app.db.update(user).set({ banned: true, banReason: 'Spam' }).where(eq(user.id, id))
  expect(await codeOf(signIn(app, email))).toEqual([403, 'errors:bannedForGood'])
})
