import { eq, sql } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/pg-core'
import { expect } from 'vitest'
import { userColumns } from '@plinth/core/internal/app/registry/user-columns.server.ts'
import { user } from '@plinth/core/database/server'
import { featureFixtures, fixtureSettings, type Credential } from '../feature-fixtures.ts'
import { createHttpClient, type HttpClient } from '../http-client.ts'
import { openApp, PASSWORD, type AppUnderTest } from './open-app.ts'
import { mailsTo, newestLink, signIn, signUp, followLink } from './users.ts'
import { isSignedInNow, mailedCode, read } from './verified-user.ts'
import { mutate } from './trpc-client.ts'

export const NEXT = 'sieben blaue Boote im Wind'

export type FirstProof = Awaited<ReturnType<typeof openFirstProof>>

/** The application with the settings of every feature's credentials, and what the tests do there. */
export async function openFirstProof() {
  const app: AppUnderTest = await openApp({
    ...(await fixtureSettings()),
    ADMIN_EMAILS: 'chief@example.org, boss@example.org, head@example.org, owner@example.org',
  })
  const browser = () => createHttpClient(app.url)
  const rowOf = async (email: string) => (await app.db.select().from(user).where(eq(user.email, email)))[0]
  const linksTo = async (email: string, part: string) =>
    (await mailsTo(app, email))
      .flatMap(({ links }) => links.filter((link) => link.includes(part)))
      .map((link) => new URL(link))
  const resetToken = async (email: string) => {
    expect((await browser().post('/api/auth/request-password-reset', { email })).status).toBe(200)
    return (await newestLink(app, email)).searchParams.get('token') ?? ''
  }
  const reset = (token: string, newPassword = NEXT) =>
    browser().post('/api/auth/reset-password', { token, newPassword })
  /** One of each credential of the features. */
  const credentialsOf = async (
    client: HttpClient,
    given: { email: string; isVerified: boolean; hasMailbox: boolean },
  ) => {
    const id = (await rowOf(given.email))?.id ?? ''
    const made: Credential[] = []
    for (const { credentials } of featureFixtures)
      made.push(...((await credentials?.({ ...given, app, id, client })) ?? []))
    return made
  }
  return { app, browser, rowOf, linksTo, resetToken, reset, credentialsOf }
}

export async function working(credentials: readonly Credential[]): Promise<string[]> {
  const names: string[] = []
  for (const { name, works } of credentials) if (await works()) names.push(name)
  return names
}

/** The credentials that the features declare, by table and column. */
const declared = userColumns().filter((data) => data.is === 'credential')

/** The rows of this user in the tables of all credentials: each as its table and primary key. */
export async function credentialRows({ db }: AppUnderTest, userId: string): Promise<Set<string>> {
  const found = new Set<string>()
  for (const { column } of declared.filter(({ column: { table } }) => table !== user)) {
    const { columns, primaryKeys, name } = getTableConfig(column.table)
    const key = [...columns.filter(({ primary }) => primary), ...primaryKeys.flatMap((pk) => pk.columns)]
    const rows = await db
      .select(Object.fromEntries(key.map((part) => [part.name, part])))
      .from(column.table)
      .where(eq(column, userId))
    for (const row of rows) found.add(`${name} ${JSON.stringify(row)}`)
  }
  return found
}
export const tablesOf = (rows: Iterable<string>) => [...rows].map((row) => row.replace(/ .*/s, ''))

/** The first three show that one user has both the account and its mailbox. */
export type Step = 'link here' | 'code' | 'link with the password' | 'link elsewhere' | 'credentials'

/**
 * Every order of every selection of what may happen to an account before somebody claims it, with one proof
 * of its owner.
 */
export const walks = ordersOf<Step>(['link elsewhere', 'link here', 'credentials'])

/** The same with each other proof. */
export const walksOfOtherProofs = (['code', 'link with the password'] as const).flatMap((proof) =>
  ordersOf<Step>(['link elsewhere', proof, 'credentials']).filter((way) => way.includes(proof)),
)

export type Walked = {
  id: string
  email: string
  link: URL
  isVerified: boolean
  /** Whether a second factor must be asked for. */
  keepsSecondFactor: boolean
}

/**
 * The account's creator, who knows the first password, walks that way; then its owner, who has the mailbox,
 * claims it. Checks what is left of the credentials. `claim` returns the tables whose rows it uses again
 * itself.
 */
export async function walk(
  stage: FirstProof,
  way: readonly Step[],
  claim: (walked: Walked) => Promise<readonly string[] | 'refused'>,
): Promise<Walked> {
  const { app, browser, credentialsOf } = stage
  await app.db.execute(sql`delete from limit_counter`)
  const { client, email } = await signUp(app)
  const link = await newestLink(app, email)
  const code = await mailedCode(app, email)
  const { id = '' } = (await stage.rowOf(email)) ?? {}
  const state = { isVerified: false, isOwnerKnown: false, hasSecondFactor: false }
  let factors: Credential[] = []
  const signedInAgain = async () =>
    (await isSignedInNow(client)) ||
    (await client.post('/api/auth/sign-in/email', { email, password: PASSWORD })).ok
  /** A proof, after which the browser that signed up is signed in as before or not at all. */
  async function prove(proof: () => Promise<Response>, { isOwner }: { isOwner: boolean }) {
    const isFirst = !state.isVerified
    const before = await isSignedInNow(client)
    expect((await proof()).status).toBe(200)
    expect(await isSignedInNow(client)).toBe(before && (isOwner || !isFirst))
    if (isFirst) state.hasSecondFactor = false
    state.isVerified = true
    state.isOwnerKnown ||= isOwner
  }
  const acts: Record<Step, () => Promise<void>> = {
    'link elsewhere': () => prove(() => followLink(browser(), link), { isOwner: false }),
    'link with the password': () =>
      prove(() => followLink(browser(), link, { email, password: PASSWORD }), { isOwner: true }),
    'link here': async () => {
      expect(await signedInAgain()).toBe(true)
      await prove(() => followLink(client, link), { isOwner: true })
    },
    code: async () => {
      expect(await signedInAgain()).toBe(true)
      // The code ends with the first proof.
      const isOwner = !state.isVerified || state.isOwnerKnown
      await prove(() => client.post('/api/auth/verify-email/code', { code }), { isOwner })
    },
    credentials: async () => {
      expect(await signedInAgain()).toBe(true)
      expect((await mutate(client, 'account.requestDeletion', { email })).status).toBe(200)
      const made = await credentialsOf(client, { email, isVerified: state.isVerified, hasMailbox: false })
      factors = made.filter(({ isSecondFactor }) => isSecondFactor)
      state.hasSecondFactor = factors.length > 0
    },
  }
  for (const step of way) await acts[step]()
  const before = await credentialRows(app, id)
  const { isVerified, isOwnerKnown } = state
  const keepsSecondFactor = isOwnerKnown && state.hasSecondFactor
  const walked = { id, email, link, isVerified, keepsSecondFactor }
  const again = await claim(walked)
  if (again === 'refused') return walked
  const left = tablesOf([...(await credentialRows(app, id))].filter((row) => before.has(row)))
  if (!isOwnerKnown) expect(left.filter((table) => !again.includes(table))).toEqual([])
  for (const factor of factors) expect(await factor.works()).toBe(keepsSecondFactor)
  return walked
}

/** A walk, then a scan, 'It wasn't me' and, where that is refused, a reset. */
export async function walkAndClaim(stage: FirstProof, way: readonly Step[]): Promise<void> {
  const { app, browser, rowOf } = stage
  const walked = await walk(stage, way, async ({ id, email, link, isVerified }) => {
    // Every beginning of a walk is a walk, so links are opened after every step of each.
    await scan(app, link)
    const before = await credentialRows(app, id)
    const token = link.searchParams.get('token')
    const { status } = await mutate(browser(), 'account.disownSignUp', { token })
    expect([status, (await rowOf(email)) !== undefined]).toEqual(isVerified ? [400, true] : [200, false])
    if (!isVerified) return []
    expect(await credentialRows(app, id)).toEqual(before)
    return claimByReset(stage, email)
  })
  if (walked.isVerified) await expectReset(stage, walked)
}

/** A reset keeps the row of the password and changes the password. */
export async function claimByReset(stage: FirstProof, email: string) {
  expect((await stage.reset(await stage.resetToken(email))).status).toBe(200)
  return ['account']
}

export async function expectReset({ app }: FirstProof, { email, keepsSecondFactor }: Walked): Promise<void> {
  const { status, body } = await read(signIn(app, email, { password: NEXT }))
  expect([status, body.twoFactorRedirect === true]).toEqual([200, keepsSecondFactor])
}

/** Opens a link as scanners of mail do, which must change nothing. */
export async function scan(app: AppUnderTest, link: URL): Promise<void> {
  const before = await contentsOf(app)
  for (const method of ['HEAD', 'GET'] as const)
    expect((await fetch(app.url + link.pathname + link.search, { method })).status).toBeLessThan(400)
  expect(await contentsOf(app)).toEqual(before)
}

/** A digest of each table, without counters of requests and of errors. */
async function contentsOf({ db }: AppUnderTest): Promise<Record<string, unknown>> {
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    select quote_ident(table_name) as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('limit_counter', 'error_group')`)
  const digests = tables.map(
    ({ name }) =>
      sql`(select md5(coalesce(string_agg(t::text, ',' order by t::text), '')) from ${sql.raw(name)} t) as ${sql.raw(name)}`,
  )
  const { rows } = await db.execute(sql`select ${sql.join(digests, sql`, `)}`)
  return rows[0] ?? {}
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
