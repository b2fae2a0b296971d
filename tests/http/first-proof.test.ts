import { eq, getTableName, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { userColumns } from '#/app/registry/user-columns.server.ts'
import { session, user, verification } from '#/core/identity/identity.table.server.ts'
import type { Credential } from '../support/feature-fixtures.ts'
import type { HttpClient } from '../support/http-client.ts'
import { administrator } from '../support/http/administration-client.ts'
import {
  credentialRows,
  NEXT,
  openFirstProof,
  tablesOf,
  walk,
  walks,
  working,
  type FirstProof,
} from '../support/http/first-proof.ts'
import { PASSWORD } from '../support/http/open-app.ts'
import { newEmail, newestLink, signIn, signUp } from '../support/http/users.ts'
import { isSignedInNow, read } from '../support/http/verified-user.ts'
import { mutate } from '../support/http/trpc-client.ts'

// A model of everything that can later let somebody in or act for them. Each kind is created for one account,
// its owner then verifies the address, and each kind is tried.

let stage: FirstProof
beforeAll(async () => {
  stage = await openFirstProof()
})

type Made = { id: string; email: string; client: HttpClient; kinds: Credential[]; verifyLink: URL }

/**
 * An account with one of each kind. Kinds that require a verified address are created while the address is
 * marked verified: the guarantee must not depend on that requirement.
 */
async function makeEverything({ verified }: { verified: boolean }): Promise<Made> {
  const { app, browser, linksTo, opened, reset, resetToken, rowOf } = stage
  const { client, email } = await signUp(app)
  const emailOf = async (id: string) =>
    (await app.db.select({ email: user.email }).from(user).where(eq(user.id, id)))[0]?.email
  const { id = '' } = (await rowOf(email)) ?? {}
  const kinds: Credential[] = []
  const add = (name: string, works: Credential['works']) => kinds.push({ name, works })

  const verifyLink = await newestLink(app, email)
  add('the link that verifies the address', async () => {
    await app.db.update(user).set({ emailVerified: false }).where(eq(user.id, id))
    await opened(browser(), verifyLink)
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
      if (link) await opened(browser(), link)
      return (await emailOf(id)) !== email
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
    const [confirm] = await linksTo(email, 'change%3Dconfirmed')
    expect(confirm).toBeDefined()
    if (confirm) await opened(browser(), confirm)
    const [complete] = await linksTo(change, 'verify-email')
    expect(complete).toBeDefined()
    add('the links to another address', async () => {
      if (confirm) await opened(browser(), confirm)
      if (complete) await opened(browser(), complete)
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
  return { id, email, client, kinds, verifyLink }
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
    ...userColumns.map(({ column }) => `${getTableName(column.table)}.${column.name}`),
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

  test('the verification link removes everything but the password and the session of the browser that opened it', async () => {
    const { app, browser, opened } = stage
    for (const where of ['elsewhere', 'in the browser that is signed in'] as const) {
      const { email, client, kinds, verifyLink } = await makeEverything({ verified: false })
      const owner = where === 'elsewhere' ? browser() : client
      expect((await opened(owner, verifyLink)).headers.get('location')).toMatch(/^\/verify-email(?!.*error)/)
      const left = await working(kinds.filter(({ name }) => name !== 'the link that verifies the address'))
      expect([where, left]).toEqual([where, where === 'elsewhere' ? [] : ['an impersonation']])
      expect(await isSignedInNow(client)).toBe(where !== 'elsewhere')
      expect((await signIn(app, email)).status).toBe(200)
    }
  })
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
    const { app, browser, credentialsOf, linksTo, opened, reset, resetToken, rowOf } = stage
    const email = 'chief@example.org'
    await signUp(app, { email })
    const [link] = await linksTo(email, 'verify-email')
    if (link) await opened(browser(), link)
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
    const { app, browser, linksTo, opened, rowOf } = stage
    const { client } = await signUp(app, { email: 'boss@example.org' })
    const [link] = await linksTo('boss@example.org', 'verify-email')
    if (link) await opened(client, link)
    expect(await rowOf('boss@example.org')).toMatchObject({ emailVerified: true, role: 'admin' })

    await signUp(app, { email: 'head@example.org' })
    const [again] = await linksTo('head@example.org', 'verify-email')
    if (again) await opened(browser(), again)
    expect(await rowOf('head@example.org')).toMatchObject({ role: 'user' })
    const signedIn = browser()
    await signedIn.post('/api/auth/sign-in/email', { email: 'head@example.org', password: PASSWORD })
    if (again) await opened(signedIn, again)
    expect(await rowOf('head@example.org')).toMatchObject({ role: 'admin' })
  })
})

test('an email change requested before a reset does not move the account afterwards', async () => {
  const { app, browser, linksTo, opened, reset, resetToken, rowOf } = stage
  const { client, email } = await signUp(app)
  const away = newEmail()
  expect((await client.post('/api/auth/change-email', { newEmail: away })).status).toBe(200)
  const [link] = await linksTo(away, 'verify-email')
  expect((await reset(await resetToken(email))).status).toBe(200)
  if (link) await opened(browser(), link)
  expect([Boolean(await rowOf(email)), Boolean(await rowOf(away))]).toEqual([true, false])
})

describe('every order of sign-up, opened link, sign-in, credentials and reset', () => {
  test.each(walks.map((way) => [[...way, 'reset'].join(', '), way] as const))('%s', async (_, way) => {
    const { app, reset, resetToken } = stage
    await walk(stage, way, {
      // A reset keeps the row of the password and changes the password.
      again: ['account'],
      claim: async ({ email }) => {
        expect((await reset(await resetToken(email))).status).toBe(200)
        return 'claimed'
      },
      afterwards: async ({ email, keepsSecondFactor }) => {
        const { status, body } = await read(signIn(app, email, { password: NEXT }))
        expect([status, body.twoFactorRedirect === true]).toEqual([200, keepsSecondFactor])
      },
    })
  })
})
