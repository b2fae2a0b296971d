import { desc, eq, getTableName, like, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { userColumns } from '@plinth/core/internal/app/registry/user-columns.server.ts'
import { mail } from '@plinth/core/internal/email/mail.table.server.ts'
import { session, user, verification } from '@plinth/core/database/server'
import { auditOf } from '@plinth/testing/expect-audit.ts'
import type { Credential } from '@plinth/testing/feature-fixtures.ts'
import type { HttpClient } from '@plinth/testing/http-client.ts'
import { administrator } from '@plinth/testing/http/administration-client.ts'
import {
  claimByReset,
  credentialRows,
  expectReset,
  NEXT,
  openFirstProof,
  scan,
  tablesOf,
  walk,
  walkAndClaim,
  walks,
  working,
  type FirstProof,
} from '@plinth/testing/http/first-proof.ts'
import { PASSWORD } from '@plinth/testing/http/open-app.ts'
import { newEmail, newestLink, signIn, signUp, followLink } from '@plinth/testing/http/users.ts'
import { isSignedInNow, mailedCode, read } from '@plinth/testing/http/verified-user.ts'
import { mutate } from '@plinth/testing/http/trpc-client.ts'

// A model of everything that can later let somebody in or act for them. Each kind is created for one account,
// its owner then verifies the address, and each kind is tried.

let stage: FirstProof
beforeAll(async () => {
  stage = await openFirstProof()
})

type Made = {
  id: string
  email: string
  client: HttpClient
  kinds: Credential[]
  verifyLink: URL
  code: string
}

/**
 * An account with one of each kind. Kinds that require a verified address are created while the address is
 * marked verified: the guarantee must not depend on that requirement.
 */
async function makeEverything({ verified }: { verified: boolean }): Promise<Made> {
  const { app, browser, linksTo, reset, resetToken, rowOf } = stage
  const { client, email } = await signUp(app)
  const emailOf = async (id: string) =>
    (await app.db.select({ email: user.email }).from(user).where(eq(user.id, id)))[0]?.email
  const { id = '' } = (await rowOf(email)) ?? {}
  const kinds: Credential[] = []
  const add = (name: string, works: Credential['works']) => kinds.push({ name, works })

  const verifyLink = await newestLink(app, email)
  const code = await mailedCode(app, email)
  add('the link that verifies the address', async () => {
    await app.db.update(user).set({ emailVerified: false }).where(eq(user.id, id))
    await followLink(browser(), verifyLink)
    const { emailVerified = false } = (await rowOf(email)) ?? {}
    await app.db.update(user).set({ emailVerified: true }).where(eq(user.id, id))
    return emailVerified
  })
  if (!verified) {
    const elsewhere = newEmail()
    expect((await client.post('/api/auth/change-email', { newEmail: elsewhere })).status).toBe(200)
    const [link] = await linksTo(elsewhere, 'verify-email')
    expect(link).toBeDefined()
    add('the link to another address, asked for while unverified', async () => {
      if (link) await followLink(browser(), link)
      return (await rowOf(elsewhere)) !== undefined
    })
  }
  await app.db.update(user).set({ emailVerified: true }).where(eq(user.id, id))

  const other = browser()
  await other.post('/api/auth/sign-in/email', { email, password: PASSWORD })
  add('the session of another browser', () => isSignedInNow(other))
  kinds.push(...(await stage.credentialsOf(client, { email, isVerified: true, hasMailbox: true })))
  add(
    'a pending sign-in or a link to a new password in the database',
    async () => (await app.db.$count(verification, eq(verification.value, id))) > 0,
  )

  // For an unverified account, the link above is the only such mail to its own address.
  if (verified) {
    const change = newEmail()
    expect((await client.post('/api/auth/change-email', { newEmail: change })).status).toBe(200)
    const [confirm] = await linksTo(email, 'verify-email')
    expect(confirm).toBeDefined()
    if (confirm) await followLink(browser(), confirm)
    const [complete] = await linksTo(change, 'verify-email')
    expect(complete).toBeDefined()
    add('the links to another address', async () => {
      if (confirm) await followLink(browser(), confirm)
      if (complete) await followLink(browser(), complete)
      return (await emailOf(id)) !== email || (await linksTo(change, 'verify-email')).length > 1
    })
  }

  const older = await resetToken(email)
  add('an older link to a new password', async () => (await reset(older, 'acht graue Steine im Bach')).ok)

  expect((await mutate(client, 'account.requestDeletion', { email })).status).toBe(200)
  const [undo] = await linksTo(email, 'cancel-deletion')
  add('the link that takes a deletion back', async () => {
    const { status } = await mutate(browser(), 'account.cancelDeletionByLink', {
      token: undo?.searchParams.get('token'),
    })
    return status === 200
  })

  const admin = await administrator(app)
  expect(
    (await admin.client.post('/api/auth/admin/impersonate-user', { userId: id, reason: 'They asked' }))
      .status,
  ).toBe(200)
  add('an impersonation', async () => (await app.db.$count(session, eq(session.userId, id))) > 0)

  await app.db.update(user).set({ emailVerified: verified }).where(eq(user.id, id))
  return { id, email, client, kinds, verifyLink, code }
}

test('no column without a declaration holds the id of a user', async () => {
  const { app } = stage
  const { id } = await makeEverything({ verified: true })
  const { rows: columns } = await app.db.execute<{ table: string; column: string }>(sql`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and data_type = 'text'`)
  const { rows: references } = await app.db.execute<{ name: string }>(sql`
    select conrelid::regclass || '.' || attname as name from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = any(conkey)
    where confrelid = '"user"'::regclass and contype = 'f'`)
  const known = new Set([
    ...userColumns().map(({ column }) => `${getTableName(column.table)}.${column.name}`),
    ...references.map(({ name }) => name),
  ])
  const holding: string[] = []
  for (const { table, column } of columns) {
    const held = sql`select from ${sql.identifier(table)} where ${sql.identifier(column)} = ${id} limit 1`
    if ((await app.db.execute(held)).rowCount) holding.push(`${table}.${column}`)
  }
  expect(holding).toContain('verification.value')
  expect(holding.filter((name) => !known.has(name))).toEqual([])
})

describe('with an address that was never verified', () => {
  test('every kind works before verification', async () => {
    const { kinds, client } = await makeEverything({ verified: true })
    // Kinds that change the address or the password invalidate others, so they run last.
    const last = [
      'the links to another address',
      'an older link to a new password',
      'the link that verifies the address',
    ]
    const rest = kinds.filter(({ name }) => !last.includes(name))
    expect(await isSignedInNow(client)).toBe(true)
    expect(await working(rest)).toEqual(rest.map(({ name }) => name))
    const changed = kinds.filter(({ name }) => name === 'the links to another address')
    expect(await working(changed)).toEqual(changed.map(({ name }) => name))
  })

  test('a password reset by mail removes everything created before it', async () => {
    const { app, reset, resetToken } = stage
    const { id, email, client, kinds } = await makeEverything({ verified: false })
    expect((await reset(await resetToken(email))).status).toBe(200)
    expect(await working(kinds)).toEqual([])
    expect([await isSignedInNow(client), (await signIn(app, email)).status]).toEqual([false, 401])
    expect(tablesOf(await credentialRows(app, id))).toEqual(['account'])
    expect((await signIn(app, email, { password: NEXT })).status).toBe(200)
  })

  test.each([
    ['the link elsewhere', 'ends'],
    ['the link elsewhere, with the password', 'stays'],
    ['the link in the browser that signed up', 'stays'],
    ['the code in the browser that signed up', 'stays'],
  ])('%s removes everything but the password; the session that signed up %s', async (proof, outcome) => {
    const { app, browser } = stage
    const { id, email, client, kinds, verifyLink, code } = await makeEverything({ verified: false })
    const proofs: Record<string, () => Promise<Response>> = {
      'the link elsewhere': () => followLink(browser(), verifyLink),
      'the link elsewhere, with the password': () =>
        followLink(browser(), verifyLink, { email, password: PASSWORD }),
      'the link in the browser that signed up': () => followLink(client, verifyLink),
      'the code in the browser that signed up': () => client.post('/api/auth/verify-email/code', { code }),
    }
    expect((await proofs[proof]?.())?.status).toBe(200)
    const left = await working(kinds.filter(({ name }) => name !== 'the link that verifies the address'))
    const lasting = await app.db.$count(session, eq(session.userId, id))
    expect(lasting).toBe(outcome === 'stays' ? 1 : 0)
    // The password keeps the oldest session, and the one that signed up has been renewed here; not in the
    // walks below.
    const isOldest = proof === 'the link elsewhere, with the password'
    const sessions = ['an impersonation', ...(isOldest ? ['the session of another browser'] : [])]
    expect(left.filter((name) => !sessions.includes(name))).toEqual([])
    if (!isOldest) expect(await isSignedInNow(client)).toBe(outcome === 'stays')
    expect((await signIn(app, email)).status).toBe(200)
  })

  const signInPage = async (client: HttpClient) => (await client.get('/login?ended=1')).text()

  test('a session that ends because of the link elsewhere says why', async () => {
    const { app, browser } = stage
    const { client, email } = await signUp(app)
    await followLink(browser(), await newestLink(app, email))
    expect((await client.get('/dashboard')).headers.get('location')).toContain('ended=1')
    expect(await signInPage(client)).toContain('was verified in another browser, without your password')
    expect(await signInPage(browser())).toContain('Your session has ended.')
  })

  test("'It wasn't me' leaves nothing of the sign-up, whose session says why; the address is free", async () => {
    const { app, browser, rowOf } = stage
    const { id, email, client, kinds, verifyLink } = await makeEverything({ verified: false })
    const token = verifyLink.searchParams.get('token')
    expect((await mutate(browser(), 'account.disownSignUp', { token })).status).toBe(200)
    expect(await rowOf(email)).toBeUndefined()
    // Tried on an account that is gone, whose second factor has no row to be asked for.
    const tried = kinds.filter(
      ({ name, isSecondFactor }) => !isSecondFactor && name !== 'the link that verifies the address',
    )
    expect(await working(tried)).toEqual([])
    expect([...(await credentialRows(app, id))]).toEqual([])
    expect(await signInPage(client)).toContain('This account was deleted')
    expect((await auditOf(app.db, id)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['user.disown', 'user.delete']),
    )
    expect((await mutate(browser(), 'account.disownSignUp', { token })).status).toBe(400)
    await signUp(app, { email })
  })
})

describe('the code of the mail', () => {
  const type = (client: HttpClient, code: string) =>
    read(client.post('/api/auth/verify-email/code', { code }))
  const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  const resend = async (client: HttpClient, email: string) => {
    await stage.app.db.execute(sql`delete from limit_counter where key like 'send-verification:pause:%'`)
    expect((await client.post('/api/auth/send-verification-email', { email })).status).toBe(200)
  }

  test('is typed or pasted, and used once', async () => {
    const { app, rowOf } = stage
    const { client, email } = await signUp(app)
    const code = await mailedCode(app, email)
    expect((await type(client, ` ${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200)
    expect(await rowOf(email)).toMatchObject({ emailVerified: true, provedElsewhere: false })
    expect(await app.db.$count(verification, like(verification.identifier, `%${email}`))).toBe(0)
  })

  test('works for its own account only, and no longer once a newer one was mailed', async () => {
    const { app } = stage
    const [ada, ben] = [await signUp(app), await signUp(app)]
    const first = await mailedCode(app, ada.email)
    const invalid = { status: 400, body: { code: 'security:invalidOtp', field: 'code' } }
    expect(await type(ben.client, first)).toMatchObject(invalid)
    await resend(ada.client, ada.email)
    expect(await mailedCode(app, ada.email)).not.toBe(first)
    expect(await type(ada.client, first)).toMatchObject(invalid)
  })

  test('allows five attempts, and ten a day for the address, also of an account that is made again', async () => {
    const { app, browser, rowOf } = stage
    const { client, email } = await signUp(app)
    const guessed = async (by: HttpClient) => {
      const wrong = wrongOf(await mailedCode(app, email))
      const codes: unknown[] = []
      for (let at = 0; at < 5; at++) codes.push((await type(by, wrong)).body.code)
      expect(new Set(codes)).toEqual(new Set(['security:invalidOtp']))
    }
    await guessed(client)
    expect((await type(client, await mailedCode(app, email))).body.code).toBe('security:otpOver')
    const token = (await newestLink(app, email)).searchParams.get('token')
    expect((await mutate(browser(), 'account.disownSignUp', { token })).status).toBe(200)
    const again = await signUp(app, { email })
    const wrong = wrongOf(await mailedCode(app, email))
    for (let at = 0; at < 4; at++) expect((await type(again.client, wrong)).status).toBe(400)
    expect((await type(again.client, await mailedCode(app, email))).status).toBe(429)
    expect(await rowOf(email)).toMatchObject({ emailVerified: false })
  })

  test('ends with the links of the account', async () => {
    const { app, reset, resetToken } = stage
    const { email } = await signUp(app)
    expect(await app.db.$count(verification, like(verification.identifier, `%${email}`))).toBe(1)
    expect((await reset(await resetToken(email))).status).toBe(200)
    expect(await app.db.$count(verification, like(verification.identifier, `%${email}`))).toBe(0)
  })
})

test('the password at a link is asked for where the link is, and wrong ones are counted', async () => {
  const { app, browser, rowOf } = stage
  const { email, client } = await signUp(app)
  const link = await newestLink(app, email)
  const guess = (password: string, of = email) => read(followLink(browser(), link, { email: of, password }))
  expect((await guess(PASSWORD, newEmail())).body.code).toBe('security:linkOver')
  for (let at = 0; at < 20; at++)
    expect(await guess('not the password')).toMatchObject({
      status: 400,
      body: { code: 'security:wrongPassword', field: 'password' },
    })
  expect((await guess(PASSWORD)).status).toBe(429)
  expect([(await rowOf(email))?.emailVerified, await isSignedInNow(client)]).toEqual([false, true])
})

describe('with a verified address', () => {
  test('a password reset by mail ends sessions, trusted devices and links; other ways to sign in and the second factor stay', async () => {
    const { app, reset, resetToken } = stage
    const { id, email, client, kinds } = await makeEverything({ verified: true })
    expect((await reset(await resetToken(email))).status).toBe(200)
    expect(await isSignedInNow(client)).toBe(false)
    const stays = kinds.filter(({ staysAfterReset }) => staysAfterReset)
    const isOver = kinds.filter((kind) => !stays.includes(kind) && kind.name !== 'an impersonation')
    expect(await app.db.$count(session, eq(session.userId, id))).toBe(0)
    expect(await working(isOver)).toEqual([])
    expect(await working(stays)).toEqual(stays.map(({ name }) => name))
    const next = await read(signIn(app, email, { password: NEXT }))
    const isAsked = stays.some(({ isSecondFactor }) => isSecondFactor)
    expect([next.status, next.body.twoFactorRedirect === true]).toEqual([200, isAsked])
  })
})

describe('when the recipient only opens a verification link that somebody else requested', () => {
  test('the squatter does not become an administrator, and a reset gives the account to the recipient', async () => {
    const { app, browser, credentialsOf, linksTo, reset, resetToken, rowOf } = stage
    const email = 'chief@example.org'
    await signUp(app, { email })
    const [link] = await linksTo(email, 'verify-email')
    if (link) await followLink(browser(), link)
    expect(await rowOf(email)).toMatchObject({ emailVerified: true, role: 'user' })
    const squatter = browser()
    await squatter.post('/api/auth/sign-in/email', { email, password: PASSWORD })
    const made = await credentialsOf(squatter, { email, isVerified: true, hasMailbox: false })
    expect((await reset(await resetToken(email))).status).toBe(200)
    expect([await working(made), await isSignedInNow(squatter), (await signIn(app, email)).status]).toEqual([
      [],
      false,
      401,
    ])
    const row = await rowOf(email)
    expect(row).toMatchObject({ role: 'admin' })
    expect(tablesOf(await credentialRows(app, row?.id ?? ''))).toEqual(['account'])
  })

  test('opening it while signed in to the account makes an administrator, also at a later time', async () => {
    const { app, browser, linksTo, rowOf } = stage
    const { client } = await signUp(app, { email: 'boss@example.org' })
    const [link] = await linksTo('boss@example.org', 'verify-email')
    if (link) await followLink(client, link)
    expect(await rowOf('boss@example.org')).toMatchObject({ emailVerified: true, role: 'admin' })

    await signUp(app, { email: 'head@example.org' })
    const [again] = await linksTo('head@example.org', 'verify-email')
    if (again) await followLink(browser(), again)
    expect(await rowOf('head@example.org')).toMatchObject({ role: 'user' })
    const signedIn = browser()
    await signedIn.post('/api/auth/sign-in/email', { email: 'head@example.org', password: PASSWORD })
    if (again) await followLink(signedIn, again)
    expect(await rowOf('head@example.org')).toMatchObject({ role: 'admin' })
  })
})

test('an email change requested before a reset does not move the account afterwards', async () => {
  const { app, browser, linksTo, reset, resetToken, rowOf } = stage
  const { client, email } = await signUp(app)
  const away = newEmail()
  expect((await client.post('/api/auth/change-email', { newEmail: away })).status).toBe(200)
  const [link] = await linksTo(away, 'verify-email')
  expect((await reset(await resetToken(email))).status).toBe(200)
  if (link) await followLink(browser(), link)
  expect([Boolean(await rowOf(email)), Boolean(await rowOf(away))]).toEqual([true, false])
})

describe("every order of proofs and credentials, then a scan, 'It wasn't me' and, where that is refused, a reset", () => {
  test.each(walks.map((way) => [[...way, 'claim'].join(', '), way] as const))('%s', (_, way) =>
    walkAndClaim(stage, way),
  )
})

describe('a reset of an account that was never verified', () => {
  const unproved = walks.filter((way) => way.every((step) => step === 'credentials'))
  test.each(unproved.map((way) => [[...way, 'reset'].join(', '), way] as const))('%s', async (_, way) => {
    await expectReset(stage, await walk(stage, way, ({ email }) => claimByReset(stage, email)))
  })
})

test('scanners may open every link of every mail that was sent here', async () => {
  const { app } = stage
  await makeEverything({ verified: true })
  const mails = await app.db
    .selectDistinctOn([mail.template], { template: mail.template, links: mail.links })
    .from(mail)
    .orderBy(mail.template, desc(mail.createdAt))
  expect(mails.map(({ template }) => template)).toEqual(
    expect.arrayContaining(['verifyEmail', 'confirmAddressChange', 'resetPassword', 'deletionScheduled']),
  )
  for (const { links } of mails) for (const link of links) await scan(app, new URL(link))
})
