import { eq, sql } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/pg-core'
import { expect } from 'vitest'
import { userColumns } from '#/app/registry/user-columns.server.ts'
import { user } from '#/core/identity/identity.table.server.ts'
import { featureFixtures, fixtureSettings, type Credential } from '../feature-fixtures.ts'
import { createHttpClient, type HttpClient } from '../http-client.ts'
import { openApp, PASSWORD, type AppUnderTest } from './open-app.ts'
import { mailsTo, newestLink, signUp } from './users.ts'
import { isSignedInNow } from './verified-user.ts'
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
  const opened = (client: HttpClient, link: URL) => client.get(link.pathname + link.search)
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
  return { app, browser, rowOf, opened, linksTo, resetToken, reset, credentialsOf }
}

export async function working(credentials: readonly Credential[]): Promise<string[]> {
  const names: string[] = []
  for (const { name, works } of credentials) if (await works()) names.push(name)
  return names
}

/** The credentials that the features declare, by table and column. */
const declared = userColumns.filter((data) => data.is === 'credential')

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

const steps = ['link elsewhere', 'link here', 'credentials'] as const
type Step = (typeof steps)[number]

/** Every order of every selection of what may happen to an account before somebody claims it. */
export const walks = ordersOf(steps)

export type Walked = {
  email: string
  isVerified: boolean
  /** Whether a link was opened in a browser that was signed in: both are the same user. */
  isOwnerKnown: boolean
  /** Whether a second factor must be asked for. */
  keepsSecondFactor: boolean
}

/**
 * The account's creator, who knows the first password, walks that way; then its owner, who has the mailbox,
 * claims it. Checks what is left of the credentials.
 */
export async function walk(
  stage: FirstProof,
  way: readonly Step[],
  {
    claim,
    afterwards,
    again,
  }: {
    claim: (walked: Walked) => Promise<'claimed' | 'refused'>
    afterwards?: (walked: Walked) => Promise<void>
    /** The tables whose rows the claim itself uses again. */
    again: readonly string[]
  },
): Promise<void> {
  const { app, opened, browser, credentialsOf } = stage
  await app.db.execute(sql`delete from limit_counter`)
  const { client, email } = await signUp(app)
  const link = await newestLink(app, email)
  const { id = '' } = (await stage.rowOf(email)) ?? {}
  const state = { isVerified: false, isOwnerKnown: false, hasSecondFactor: false }
  let factors: Credential[] = []
  const signedInAgain = async () =>
    (await isSignedInNow(client)) ||
    (await client.post('/api/auth/sign-in/email', { email, password: PASSWORD })).ok
  const firstProved = () => {
    if (!state.isVerified) state.hasSecondFactor = false
    state.isVerified = true
  }
  const acts: Record<Step, () => Promise<void>> = {
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
  const walked = { email, isVerified, isOwnerKnown, keepsSecondFactor }
  if ((await claim(walked)) === 'refused') return
  const left = tablesOf([...(await credentialRows(app, id))].filter((row) => before.has(row)))
  if (!isOwnerKnown) expect(left.filter((table) => !again.includes(table))).toEqual([])
  for (const factor of factors) expect(await factor.works()).toBe(keepsSecondFactor)
  await afterwards?.(walked)
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
