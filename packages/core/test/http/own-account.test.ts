import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { session, user } from '@plinth/core/database/server'
import { knownDevice } from '@plinth/core/auth/server'
import { auditOf } from '@plinth/testing/expect-audit.ts'
import { createOrganization } from '@plinth/testing/factories.ts'
import { createHttpClient, signedInClient, type HttpClient } from '@plinth/testing/http-client.ts'
import { sharedApp, PASSWORD, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { isSignedIn, mailsTo, newEmail, signIn, signUp, followLink } from '@plinth/testing/http/users.ts'
import {
  codeOf,
  isSignedInNow,
  letAuthenticationAge,
  read,
  verifiedUser,
} from '@plinth/testing/http/verified-user.ts'
import { mutate, query } from '@plinth/testing/http/trpc-client.ts'
import { preferred } from '@plinth/testing/languages.ts'

const NEXT = 'fünf blaue Ziegel am Bach'

let app: AppUnderTest
beforeAll(async () => {
  app = await sharedApp()
})

type Listed = { id: string; current: boolean; userAgent: string | null; ip: string | null }
const listed = async (client: HttpClient) =>
  ((await query(client, 'sessions.list')).data as { items: Listed[] }).items
const revoke = async (client: HttpClient, id: string | undefined) => {
  const { status, code } = await mutate(client, 'sessions.revoke', { id })
  return [status, code]
}
const browserOf = (email: string) => signedInClient(app.url, { email, password: PASSWORD })

describe('the sessions of a user', () => {
  test('are listed by device, the current one first, without tokens', async () => {
    const { email, client } = await verifiedUser(app)
    await fetch(`${app.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: {
        origin: app.url,
        'content-type': 'application/json',
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      },
      body: JSON.stringify({ email, password: PASSWORD }),
    })
    const rows = await listed(client)
    expect(rows.map(({ current }) => current)).toEqual([true, false])
    expect(rows[1]?.userAgent).toContain('Firefox/140.0')
    expect(rows[0]?.ip).toMatch(/^(127\.0\.0\.1|::)/)
    expect(Object.keys(rows[0] ?? {}).toSorted()).toEqual([
      'createdAt',
      'current',
      'id',
      'ip',
      'lastSeenAt',
      'userAgent',
    ])
    const tokens = await app.db.select({ token: session.token }).from(session)
    for (const { token } of tokens) expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('can be ended one by one, effective on the next request, and the audit log records it', async () => {
    const { email, client } = await verifiedUser(app)
    const other = await browserOf(email)
    const id = (await listed(client)).find(({ current }) => !current)?.id
    expect(await revoke(client, id)).toEqual([200, undefined])
    expect([await isSignedIn(other), await isSignedIn(client)]).toEqual([false, true])
    expect(await revoke(client, id)).toEqual([404, 'errors:notFound'])
    expect((await auditOf(app.db, id ?? '')).map(({ action }) => action)).toEqual(['session.end'])
  })

  test('end once even when ended twenty times concurrently', async () => {
    const { email, client } = await verifiedUser(app)
    await browserOf(email)
    const id = (await listed(client)).find(({ current }) => !current)?.id
    const answers = await Promise.all(Array.from({ length: 20 }, async () => (await revoke(client, id))[0]))
    expect(answers.filter((status) => status === 200)).toHaveLength(1)
    expect(await auditOf(app.db, id ?? '')).toHaveLength(1)
  })

  test('of another user look unknown and stay active', async () => {
    const [ada, ben] = [await verifiedUser(app), await verifiedUser(app)]
    const [own] = await listed(ben.client)
    expect(await revoke(ada.client, own?.id)).toEqual([404, 'errors:notFound'])
    expect(await isSignedIn(ben.client)).toBe(true)
  })

  test('can all be ended but the current one', async () => {
    const { email, client } = await verifiedUser(app)
    const others = [await browserOf(email), await browserOf(email)]
    expect((await mutate(client, 'sessions.revokeOthers', undefined)).data).toEqual({ revoked: 2 })
    expect([await isSignedIn(client), ...(await Promise.all(others.map(isSignedInNow)))]).toEqual([
      true,
      false,
      false,
    ])
  })
})

describe('a new password', () => {
  const change = (client: HttpClient, values: object = {}) =>
    client.post('/api/auth/change-password', { currentPassword: PASSWORD, newPassword: NEXT, ...values })

  test('requires the current one, is reported by mail and in the audit log, and replaces the old one', async () => {
    const { id, email, client } = await verifiedUser(app)
    const wrong = await read(change(client, { currentPassword: 'not the password' }))
    expect([wrong.status, wrong.code, wrong.field]).toEqual([
      400,
      'security:wrongPassword',
      'currentPassword',
    ])
    expect(await codeOf(change(client, { newPassword: 'short' }))).toEqual([400, 'errors:passwordTooShort'])
    expect(await codeOf(change(client, { newPassword: 'iloveyou' }))).toEqual([400, 'errors:commonPassword'])
    expect((await change(client)).status).toBe(200)
    expect([
      (await signIn(app, email)).status,
      (await signIn(app, email, { password: NEXT })).status,
    ]).toEqual([401, 200])
    expect((await mailsTo(app, email))[0]?.text).toContain('Your password was changed')
    expect((await auditOf(app.db, id)).map(({ action }) => action)).toContain('user.changePassword')
  })

  test('ends the other sessions on request, and this one stays in its workspace', async () => {
    const { id, email, client } = await verifiedUser(app)
    const other = await browserOf(email)
    const [{ id: current = '' } = {}] = (await listed(client)).filter((row) => row.current)
    const [owner] = await app.db.select().from(user).where(eq(user.id, id))
    const { id: team } = await createOrganization(app.db, { owner })
    await app.db.update(session).set({ activeOrganizationId: team }).where(eq(session.id, current))
    expect((await change(client, { revokeOtherSessions: true })).status).toBe(200)
    expect([await isSignedIn(client), await isSignedIn(other)]).toEqual([true, false])
    const after = await app.db.select().from(session).where(eq(session.userId, id))
    expect(after.map(({ activeOrganizationId }) => activeOrganizationId)).toEqual([team])
  })

  test('ends no session otherwise', async () => {
    const { email, client } = await verifiedUser(app)
    const other = await browserOf(email)
    await change(client)
    expect([await isSignedIn(client), await isSignedIn(other)]).toEqual([true, true])
  })

  test('invalidates open reset links', async () => {
    const { email, client } = await verifiedUser(app)
    await createHttpClient(app.url).post('/api/auth/request-password-reset', { email })
    const link = new URL((await mailsTo(app, email))[0]?.links[0] ?? '')
    await change(client)
    const late = { token: link.searchParams.get('token'), newPassword: 'sechs gelbe Ziegel am See' }
    expect((await createHttpClient(app.url).post('/api/auth/reset-password', late)).status).toBe(400)
  })
})

describe('a new address', () => {
  const ask = (client: HttpClient, to: string) => client.post('/api/auth/change-email', { newEmail: to })
  const emailOf = async (id: string) =>
    (await app.db.select({ email: user.email }).from(user).where(eq(user.id, id)))[0]?.email

  test('takes effect once both the old and the new mailbox have confirmed, and the old one is notified', async () => {
    const { id, email, client } = await verifiedUser(app)
    const to = newEmail()
    expect((await ask(client, to)).status).toBe(200)
    const [first] = await mailsTo(app, email)
    expect(first?.text).toContain(to)
    expect(await mailsTo(app, to)).toEqual([])
    expect((await followLink(createHttpClient(app.url), first?.links[0])).status).toBe(200)
    expect(await emailOf(id)).toBe(email)
    const [second] = await mailsTo(app, to)
    const answers = await Promise.all(
      Array.from(
        { length: 6 },
        async () => (await followLink(createHttpClient(app.url), second?.links[0])).status,
      ),
    )
    // The address that the others are for is no account's any more.
    expect(answers.toSorted()).toEqual([200, 400, 400, 400, 400, 400])
    expect(await emailOf(id)).toBe(to)
    expect(
      (await mailsTo(app, email)).filter(({ text }) => text.includes('Your account now uses')),
    ).toHaveLength(1)
    expect((await auditOf(app.db, id)).filter(({ action }) => action === 'user.changeEmail')).toHaveLength(1)
    expect([(await signIn(app, email)).status, (await signIn(app, to)).status]).toEqual([401, 200])
  })

  test('signs nobody in through its links', async () => {
    const { id, email, client } = await verifiedUser(app)
    const to = newEmail()
    await ask(client, to)
    const stranger = createHttpClient(app.url)
    await followLink(stranger, (await mailsTo(app, email))[0]?.links[0])
    const before = await app.db.$count(session, eq(session.userId, id))
    await followLink(stranger, (await mailsTo(app, to))[0]?.links[0])
    expect(await emailOf(id)).toBe(to)
    expect(await isSignedInNow(stranger)).toBe(false)
    expect(await app.db.$count(session, eq(session.userId, id))).toBe(before)
  })

  test('that is taken gets the same response as any other, and no mail is sent', async () => {
    const [ada, ben] = [await verifiedUser(app), await verifiedUser(app)]
    const before = (await mailsTo(app, ben.email)).length
    const taken = await read(ask(ada.client, ben.email))
    expect(taken.body).toEqual((await read(ask(ada.client, newEmail()))).body)
    expect((await mailsTo(app, ben.email)).length).toBe(before)
  })

  test('requires a recent authentication and must differ from the current one', async () => {
    const { id, email, client } = await verifiedUser(app)
    expect(await codeOf(ask(client, email.toUpperCase()))).toEqual([400, 'security:sameEmail'])
    for (const wrong of ['x', 'ａ@x', 'a@b@c.de', 'a\r\nBcc: x@y.de', ''])
      expect((await ask(client, wrong)).status).toBe(400)
    await letAuthenticationAge(app, id)
    expect(await codeOf(ask(client, newEmail()))).toEqual([403, 'errors:reauthenticate'])
  })

  test('can be requested five times an hour', async () => {
    const { client } = await verifiedUser(app)
    const statuses = (await Promise.all(Array.from({ length: 9 }, () => ask(client, newEmail())))).map(
      ({ status }) => status,
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(5)
  })
})

describe('a name', () => {
  const rename = (client: HttpClient, body: object) => read(client.post('/api/auth/update-user', body))
  const nameOf = async (id: string) =>
    (
      await app.db
        .select({ name: user.name, firstName: user.firstName, lastName: user.lastName })
        .from(user)
        .where(eq(user.id, id))
    )[0]

  test('is first and last name joined; a client that sends a single name is accepted', async () => {
    const { id, client } = await verifiedUser(app)
    expect((await rename(client, { firstName: ' Ada ', lastName: 'Lovelace' })).status).toBe(200)
    expect(await nameOf(id)).toEqual({ name: 'Ada Lovelace', firstName: 'Ada', lastName: 'Lovelace' })
    expect((await rename(client, { name: 'Countess' })).status).toBe(200)
    expect(await nameOf(id)).toEqual({ name: 'Countess', firstName: 'Countess', lastName: '' })
  })

  test.each<[string, object, string]>([
    ['an object', { firstName: { a: 1 }, lastName: 'x' }, 'firstName'],
    ['nothing', { firstName: '', lastName: 'x' }, 'firstName'],
    ['half of it', { firstName: 'x' }, 'lastName'],
    ['one megabyte', { firstName: 'x', lastName: 'y'.repeat(1_000_000) }, 'lastName'],
    ['a NUL byte', { firstName: 'a\u0000b', lastName: 'x' }, 'firstName'],
    ['a line break', { firstName: 'a\r\nBcc: x@y.de', lastName: 'x' }, 'firstName'],
    ['half a character', { firstName: '\ud800', lastName: 'x' }, 'firstName'],
    ['a script as image', { image: 'javascript:alert(1)' }, 'image'],
    ['a drawing as image', { image: 'data:image/svg+xml,<svg onload=alert(1)>' }, 'image'],
    ['an address', { firstName: 'a', lastName: 'b', email: 'x@y.de' }, 'email'],
    ['a role', { firstName: 'a', lastName: 'b', role: 'admin' }, 'role'],
    ['a proof of address', { firstName: 'a', lastName: 'b', emailVerified: true }, 'emailVerified'],
    ['the second factor', { firstName: 'a', lastName: 'b', twoFactorEnabled: false }, 'twoFactorEnabled'],
  ])('cannot be %s', async (_, body, field) => {
    const { id, client } = await verifiedUser(app)
    const before = await nameOf(id)
    expect(await rename(client, body)).toMatchObject({ status: 400, field })
    expect(await nameOf(id)).toEqual(before)
  })
})

describe('a sign-in', () => {
  const from = async (email: string, userAgent: string, language = 'en') => {
    const headers = {
      origin: app.url,
      'content-type': 'application/json',
      'user-agent': userAgent,
      'accept-language': language,
    }
    const answer = await fetch(`${app.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ email, password: PASSWORD }),
    })
    expect(answer.status).toBe(200)
  }
  const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const told = async (email: string) =>
    (await mailsTo(app, email)).filter(({ subject }) => /[Nn]ew sign-in|Neue Anmeldung/.test(subject))

  test('from an unknown device is reported by mail, once, in the language of the user, and audited with it', async () => {
    const { id, email } = await verifiedUser(app)
    await app.db
      .update(user)
      .set({ language: preferred('de') })
      .where(eq(user.id, id))
    expect(await told(email)).toEqual([])
    await Promise.all([from(email, firefox), from(email, firefox)])
    await from(email, firefox)
    const mails = await told(email)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('mit Firefox unter Windows')
    expect(await app.db.$count(knownDevice, eq(knownDevice.userId, id))).toBe(2)
    const entry = { action: 'session.create', details: { device: 'Firefox · Windows' } }
    expect(await auditOf(app.db, id)).toEqual(expect.arrayContaining([expect.objectContaining(entry)]))
  })

  test('with a forged user agent does not repeat it in the mail', async () => {
    const { email } = await signUp(app)
    await from(email, 'Buy now at https://evil.example Firefox/1')
    expect(JSON.stringify(await told(email))).not.toContain('evil.example')
  })
})
