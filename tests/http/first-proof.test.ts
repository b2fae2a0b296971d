import { eq, getTableName, sql } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/pg-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { userColumns } from '#/app/registry/user-columns.server.ts'
import { account, session, user, verification } from '#/core/identity/identity.table.server.ts'
import { passkey } from '#/features/passkeys/server/passkeys.table.server.ts'
import { createId } from '#/lib/create-id.ts'
import { createHttpClient, type HttpClient } from '../support/http-client.ts'
import { startOAuthServer, type OAuthServer } from '../support/oauth-server.ts'
import { withEarlierCode } from '../support/totp.ts'
import { administrator } from '../support/http/administration-client.ts'
import { openApp, PASSWORD, type AppUnderTest } from '../support/http/open-app.ts'
import { mailsTo, newEmail, newestLink, signIn, signUp } from '../support/http/users.ts'
import { addPasskey, passkeySignsIn } from '../support/http/passkey-client.ts'
import { goThrough } from '../support/http/provider-client.ts'
import { isSignedInNow, mailedCode, read } from '../support/http/verified-user.ts'
import { withPendingSecondFactor } from '../../src/features/two-factor/tests/second-factor-users.ts'
import { mutate } from '../support/http/trpc-client.ts'

// A model of everything that can later let somebody in or act for them. Each kind is created for one account,
// its owner then verifies the address, and each kind is tried.

const NEXT = 'sieben blaue Boote im Wind'

let app: AppUnderTest
let provider: OAuthServer
let users = 500
beforeAll(async () => {
  provider = await startOAuthServer()
  app = await openApp({
    ...provider.env,
    ADMIN_EMAILS: 'chief@example.org, boss@example.org, head@example.org, owner@example.org',
  })
})

const browser = () => createHttpClient(app.url)
const opened = (client: HttpClient, link: URL) => client.get(link.pathname + link.search)
const linksTo = async (email: string, part: string) =>
  (await mailsTo(app, email))
    .flatMap(({ links }) => links.filter((link) => link.includes(part)))
    .map((link) => new URL(link))

async function resetToken(email: string): Promise<string> {
  expect((await browser().post('/api/auth/request-password-reset', { email })).status).toBe(200)
  return (await newestLink(app, email)).searchParams.get('token') ?? ''
}
const reset = (token: string, newPassword = NEXT) =>
  browser().post('/api/auth/reset-password', { token, newPassword })
const rowOf = async (email: string) => (await app.db.select().from(user).where(eq(user.email, email)))[0]
const emailOf = async (id: string) =>
  (await app.db.select({ email: user.email }).from(user).where(eq(user.id, id)))[0]?.email

/** Something that could let somebody in, and whether it still works. */
type Kind = { name: string; works(): Promise<boolean> }

/** The credentials that the slices declare, by table and column. */
const credentials = userColumns.filter((data) => data.is === 'credential')

/** The rows of this user in the tables of all credentials: each as its table and primary key. */
async function credentialRows(userId: string): Promise<Set<string>> {
  const found = new Set<string>()
  for (const { column } of credentials.filter(({ column: { table } }) => table !== user)) {
    const { columns, primaryKeys, name } = getTableConfig(column.table)
    const key = [...columns.filter(({ primary }) => primary), ...primaryKeys.flatMap((pk) => pk.columns)]
    const rows = await app.db
      .select(Object.fromEntries(key.map((part) => [part.name, part])))
      .from(column.table)
      .where(eq(column, userId))
    for (const row of rows) found.add(`${name} ${JSON.stringify(row)}`)
  }
  return found
}
const tablesOf = (rows: Iterable<string>) => [...rows].map((row) => row.replace(/ .*/s, ''))

type Made = { id: string; email: string; client: HttpClient; kinds: Kind[]; verifyLink: URL }

/**
 * An account with one of each kind. Kinds that require a verified address are created while the address is
 * marked verified: the guarantee must not depend on that requirement.
 */
async function makeEverything({ verified }: { verified: boolean }): Promise<Made> {
  const { client, email } = await signUp(app)
  const [{ id = '' } = {}] = await app.db.select({ id: user.id }).from(user).where(eq(user.email, email))
  const kinds: Kind[] = []
  const add = (name: string, works: Kind['works']) => kinds.push({ name, works })

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

  // True for any browser that still has a session: the active one or another one of the account.
  const other = browser()
  await other.post('/api/auth/sign-in/email', { email, password: PASSWORD })
  add('the session of another browser', () => isSignedInNow(other))
  add('the account in the list of a browser', async () => {
    const listed = (await (
      await other.get('/api/auth/multi-session/list-device-sessions')
    ).json()) as unknown[]
    return listed.length > 0
  })

  const device = await addPasskey(app, client)
  add('a passkey', () => passkeySignsIn(app, device))

  users += 1
  provider.user = { id: users, email, emailVerified: true, name: 'Grace Hopper' }
  const linked = { provider: 'google', path: '/link-social' } as const
  expect(await goThrough(client, provider, linked)).toBe('/dashboard/settings')
  add(
    'a provider',
    async () =>
      (await app.db.$count(
        account,
        sql`${account.userId} = ${id} and ${account.providerId} <> 'credential'`,
      )) > 0,
  )

  const { body } = await read(client.post('/api/auth/two-factor/enable', { password: PASSWORD }))
  const { totpURI, backupCodes } = body as { totpURI: string; backupCodes: string[] }
  await withEarlierCode(
    totpURI,
    async (code) => (await client.post('/api/auth/two-factor/verify-totp', { code })).status === 200,
  )

  const trusted = await withPendingSecondFactor(app, email)
  expect(
    (
      await trusted.post('/api/auth/two-factor/verify-backup-code', {
        code: backupCodes[0],
        trustDevice: true,
      })
    ).status,
  ).toBe(200)
  add('the session of a trusted device', () => isSignedInNow(trusted))
  add(
    'a trusted device, a pending second factor or a link to a new password in the database',
    async () => (await app.db.$count(verification, eq(verification.value, id))) > 0,
  )

  const pending = await withPendingSecondFactor(app, email)
  add(
    'a backup code at a pending second factor',
    async () => (await pending.post('/api/auth/two-factor/verify-backup-code', { code: backupCodes[1] })).ok,
  )
  const byMail = await withPendingSecondFactor(app, email)
  expect((await byMail.post('/api/auth/two-factor/send-otp', {})).status).toBe(200)
  const code = await mailedCode(app, email)
  add(
    'a mailed code at a pending second factor',
    async () => (await byMail.post('/api/auth/two-factor/verify-otp', { code })).ok,
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

const working = async (kinds: readonly Kind[]) => {
  const names: string[] = []
  for (const { name, works } of kinds) if (await works()) names.push(name)
  return names
}

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
    const { id, email, client, kinds } = await makeEverything({ verified: false })
    expect((await reset(await resetToken(email))).status).toBe(200)
    expect(await working(kinds)).toEqual([])
    expect([await isSignedInNow(client), (await signIn(app, email)).status]).toEqual([false, 401])
    expect(tablesOf(await credentialRows(id))).toEqual(['account'])
    expect((await rowOf(email))?.twoFactorEnabled).toBe(false)
    expect((await signIn(app, email, { password: NEXT })).status).toBe(200)
  })

  test('the verification link removes everything but the password and the session of the browser that opened it', async () => {
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
  test('a password reset by mail ends sessions, trusted devices and links; passkeys, providers and the second factor stay', async () => {
    const { id, email, client, kinds } = await makeEverything({ verified: true })
    expect((await reset(await resetToken(email))).status).toBe(200)
    expect(await isSignedInNow(client)).toBe(false)
    const stays = ['a passkey', 'a provider']
    const isOver = kinds.filter(({ name }) => !stays.includes(name) && name !== 'an impersonation')
    expect(await app.db.$count(session, eq(session.userId, id))).toBe(0)
    expect(await working(isOver)).toEqual([])
    expect(await working(kinds.filter(({ name }) => stays.includes(name)))).toEqual(stays)
    const next = await read(signIn(app, email, { password: NEXT }))
    expect([next.status, next.body.twoFactorRedirect]).toEqual([200, true])
  })
})

describe('when the recipient only opens a verification link that somebody else requested', () => {
  test('the squatter does not become an administrator, and a reset gives the account to the recipient', async () => {
    const email = 'chief@example.org'
    await signUp(app, { email })
    const [link] = await linksTo(email, 'verify-email')
    if (link) await opened(browser(), link)
    expect(await rowOf(email)).toMatchObject({ emailVerified: true, role: 'user' })
    const squatter = browser()
    await squatter.post('/api/auth/sign-in/email', { email, password: PASSWORD })
    const device = await addPasskey(app, squatter)
    expect((await reset(await resetToken(email))).status).toBe(200)
    expect([
      await passkeySignsIn(app, device),
      await isSignedInNow(squatter),
      (await signIn(app, email)).status,
    ]).toEqual([false, false, 401])
    expect(await rowOf(email)).toMatchObject({ role: 'admin' })
    expect(await app.db.$count(passkey, eq(passkey.credentialID, device.id))).toBe(0)
  })

  test('signing in with a provider gives the account to the recipient alone', async () => {
    for (const email of ['owner@example.org', newEmail()]) {
      const { client } = await signUp(app, { email })
      const [link] = await linksTo(email, 'verify-email')
      if (link) await opened(browser(), link)
      expect(await rowOf(email)).toMatchObject({ emailVerified: true, role: 'user' })
      await client.post('/api/auth/sign-in/email', { email, password: PASSWORD })
      const device = await addPasskey(app, client)
      const away = newEmail()
      expect((await client.post('/api/auth/change-email', { newEmail: away })).status).toBe(200)
      const [change] = await linksTo(email, 'change%3Dconfirmed')
      expect(
        (await client.post('/api/auth/two-factor/enable', { password: PASSWORD, method: 'otp' })).status,
      ).toBe(200)
      users += 1
      provider.user = { id: users, email, emailVerified: true, name: 'Grace Hopper' }
      for (const _ of [1, 2])
        expect(await goThrough(browser(), provider, { provider: 'google' })).toBe('/dashboard')
      expect([
        await passkeySignsIn(app, device),
        await isSignedInNow(client),
        (await signIn(app, email)).status,
      ]).toEqual([false, false, 401])
      if (change) await opened(browser(), change)
      expect(await linksTo(away, 'verify-email')).toEqual([])
      expect(await rowOf(email)).toMatchObject({ role: email === 'owner@example.org' ? 'admin' : 'user' })
    }
  })

  test('linking a provider in settings while signed in keeps existing sign-in methods', async () => {
    const { client, email } = await signUp(app)
    const [link] = await linksTo(email, 'verify-email')
    if (link) await opened(browser(), link)
    await client.post('/api/auth/sign-in/email', { email, password: PASSWORD })
    users += 1
    provider.user = { id: users, email, emailVerified: true, name: 'Grace Hopper' }
    expect(await goThrough(client, provider, { provider: 'google', path: '/link-social' })).toBe(
      '/dashboard/settings',
    )
    expect(await goThrough(browser(), provider, { provider: 'google' })).toBe('/dashboard')
    expect([await isSignedInNow(client), (await signIn(app, email)).status]).toEqual([true, 200])
  })

  test('opening it while signed in to the account makes an administrator, also at a later time', async () => {
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
  const { client, email } = await signUp(app)
  const away = newEmail()
  expect((await client.post('/api/auth/change-email', { newEmail: away })).status).toBe(200)
  const [link] = await linksTo(away, 'verify-email')
  expect((await reset(await resetToken(email))).status).toBe(200)
  if (link) await opened(browser(), link)
  expect([Boolean(await rowOf(email)), Boolean(await rowOf(away))]).toEqual([true, false])
})

test('a provider account linked earlier stays if that provider verified the address', async () => {
  const { client, email } = await signUp(app)
  const [{ id = '' } = {}] = await app.db.select({ id: user.id }).from(user).where(eq(user.email, email))
  users += 1
  provider.user = { id: users, email, emailVerified: true, name: 'Grace Hopper' }
  const subject = `google-${users}`
  await app.db.insert(account).values([
    { id: createId(), userId: id, providerId: 'google', accountId: subject },
    { id: createId(), userId: id, providerId: 'github', accountId: createId() },
  ])
  const owner = browser()
  expect(await goThrough(owner, provider, { provider: 'google' })).toBe('/dashboard')
  expect([await isSignedInNow(owner), await isSignedInNow(client)]).toEqual([true, false])
  const left = await app.db
    .select({ providerId: account.providerId })
    .from(account)
    .where(eq(account.userId, id))
  expect(left.map(({ providerId }) => providerId)).toEqual(['google'])
})

describe('every order of sign-up, opened link, sign-in, credentials, reset and provider', () => {
  // The account's creator knows the first password; the owner has the mailbox and an account at a provider.
  // Opening the link "here", in a browser that is signed in, shows that both are the same user.
  const steps = ['link elsewhere', 'link here', 'credentials'] as const
  const claims = ['reset', 'provider'] as const
  const walks = ordersOf(steps).flatMap((order) => claims.map((claim) => [...order, claim]))

  test.each(walks.map((walk) => [walk.join(', '), walk] as const))('%s', async (_, walk) => {
    await app.db.execute(sql`delete from limit_counter`)
    const { client, email } = await signUp(app)
    const link = await newestLink(app, email)
    const { id = '' } = (await rowOf(email)) ?? {}
    const state = { isVerified: false, isOwnerKnown: false, hasSecondFactor: false }
    const signedInAgain = async () =>
      (await isSignedInNow(client)) ||
      (await client.post('/api/auth/sign-in/email', { email, password: PASSWORD })).ok
    const firstProved = () => {
      if (!state.isVerified) state.hasSecondFactor = false
      state.isVerified = true
    }
    const acts = {
      'link elsewhere': async () => {
        await opened(browser(), link)
        firstProved()
      },
      'link here': async () => {
        expect(await signedInAgain()).toBe(true)
        await opened(client, link)
        firstProved()
        state.isOwnerKnown = true
      },
      credentials: async () => {
        expect(await signedInAgain()).toBe(true)
        await addPasskey(app, client)
        expect((await mutate(client, 'account.requestDeletion', { email })).status).toBe(200)
        if (!state.isVerified) return
        await addSecondFactor(client, email)
        state.hasSecondFactor = true
      },
      reset: async () => {
        expect((await reset(await resetToken(email))).status).toBe(200)
      },
      provider: async () => {
        users += 1
        provider.user = { id: users, email, emailVerified: true, name: 'Grace Hopper' }
        const page = await goThrough(browser(), provider, { provider: 'google' })
        const expected = state.isVerified
          ? state.isOwnerKnown && state.hasSecondFactor
            ? '/two-factor/?redirect=%2Fdashboard'
            : '/dashboard'
          : '/login?error=notLinked'
        expect(page).toBe(expected)
      },
    }
    for (const step of walk.slice(0, -1)) await acts[step]()
    const before = await credentialRows(id)
    const [claim] = walk.slice(-1)
    if (claim) await acts[claim]()
    if (claim === 'provider' && !state.isVerified) return
    const left = tablesOf([...(await credentialRows(id))].filter((row) => before.has(row)))
    // A reset keeps the row of the password and changes the password.
    // The sign-in with the provider uses the same device again.
    const again = claim === 'reset' ? ['account'] : ['known_device']
    if (!state.isOwnerKnown) expect(left.filter((table) => !again.includes(table))).toEqual([])
    const keepsSecondFactor = state.isOwnerKnown && state.hasSecondFactor
    expect(left.includes('two_factor')).toBe(keepsSecondFactor)
    expect((await rowOf(email))?.twoFactorEnabled).toBe(keepsSecondFactor)
    if (claim === 'reset') {
      const { status, body } = await read(signIn(app, email, { password: NEXT }))
      expect([status, body.twoFactorRedirect === true]).toEqual([200, keepsSecondFactor])
    }
  })
})

/** An authenticator app, and a trusted device in which it was used. */
async function addSecondFactor(client: HttpClient, email: string): Promise<void> {
  const { body } = await read(client.post('/api/auth/two-factor/enable', { password: PASSWORD }))
  const { totpURI, backupCodes } = body as { totpURI: string; backupCodes: string[] }
  await withEarlierCode(
    totpURI,
    async (code) => (await client.post('/api/auth/two-factor/verify-totp', { code })).status === 200,
  )
  const trusted = await withPendingSecondFactor(app, email)
  const passed = { code: backupCodes[0], trustDevice: true }
  expect((await trusted.post('/api/auth/two-factor/verify-backup-code', passed)).status).toBe(200)
}

/** Every order of every selection of these. */
function ordersOf<Item>(items: readonly Item[]): Item[][] {
  return [
    [],
    ...items.flatMap((item) =>
      ordersOf(items.filter((other) => other !== item)).map((rest) => [item, ...rest]),
    ),
  ]
}
