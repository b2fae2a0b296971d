import { and, eq, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db, Transaction } from '#/db/database.server.ts'
import type { TranslationKey } from '#/i18n/keys.ts'

/**
 * What can end a credential. `ownerProof`: the owner of the mailbox is known for the first time, so a
 * stranger may have created the credential. `providerProof`: the same by a sign-in with a provider.
 * `revokedTrust`: a change of password, address or second factor. `signedOut`: the user signs out everywhere
 * else. `revokedAccess`: a ban, a password reset, a sign-out by an administrator. Deleting the account ends
 * every credential.
 */
export type CredentialEvent = 'ownerProof' | 'providerProof' | 'revokedTrust' | 'signedOut' | 'revokedAccess'

/**
 * How a credential comes to be. What outlasts the session that creates it requires an authentication of the
 * last ten minutes there, so that nobody makes a session of a few minutes last, and `lockForCredential`, so
 * that a session that is being ended leaves nothing: tests make each of these `calls` (procedures, and
 * endpoints as `POST /api/auth/...`). `without` says why none is asked for.
 */
export type Creation = { calls: readonly string[] } | { without: string }

/** What must survive: what was presented with a proof, or the session that revokes the others. */
export type Kept = { sessionId?: string; accountId?: string }

type Ending = { userId: string; kept: Kept }

/** Something that can let a user in, act for them or delete their account. */
export type Credential = {
  is: 'credential'
  /** The column that names the user, or a column of the user's own row. */
  column: PgColumn
  at: Record<CredentialEvent, 'ends' | 'stays'>
  creation: Creation
  end(tx: Transaction, ending: Ending): Promise<unknown>
  /** The ways to sign in that it gives the user. */
  methods?(db: Db, userId: string): Promise<readonly SignInMethod[]>
}

/** A method by which a user can sign in. The last one that works can't be removed. */
export type SignInMethod = {
  /** `password`, `passkey`, or the name of a provider. */
  name: string
  /** Its name on pages, from the section `shell`, with `count`. Without one, `name` is shown. */
  label?: TranslationKey
  /** Whether it works with the present settings of the server. */
  isUsable: boolean
  /** Whether a signed-in user can confirm their identity with it. */
  reauthenticates: boolean
}

/** A column that refers to a user, or one of the user's own row, and lets nobody in. */
export type PlainColumn = { is: 'plain'; column: PgColumn }

export type UserColumn = Credential | PlainColumn

/** Declares columns that let nobody in: content, memberships, settings, facts about the account. */
export const plain = (...columns: PgColumn[]): UserColumn[] =>
  columns.map((column) => ({ is: 'plain', column }))

type Rows = Pick<Credential, 'column' | 'at' | 'creation' | 'methods'> & {
  /** Narrows the user's rows in the table to this credential, without what must survive. */
  only?: (kept: Kept) => SQL | undefined
  delete?: (tx: Transaction, where: SQL | undefined) => Promise<unknown>
}

/** Declares a credential that is one or more rows of a table. */
export function rowsOf({ column, at, creation, methods, only, delete: deleteRows }: Rows): Credential {
  const drop = deleteRows ?? ((tx, where) => tx.delete(column.table).where(where))
  return {
    is: 'credential',
    column,
    at,
    creation,
    methods,
    end: (tx, { userId, kept }) => drop(tx, and(eq(column, userId), only?.(kept))),
  }
}

/** For `at`: proofs end it, because a stranger may have created it. Its user keeps it otherwise. */
export const untilOwnerProof: Credential['at'] = {
  ownerProof: 'ends',
  providerProof: 'ends',
  revokedTrust: 'stays',
  signedOut: 'stays',
  revokedAccess: 'stays',
}

let all: readonly UserColumn[] | undefined

/** Provides the list of all features. The composition root calls it at start; later calls replace it. */
export function provideUserColumns(given: readonly UserColumn[]): void {
  all = given
}

function declared(): readonly UserColumn[] {
  if (!all) throw new Error('No credentials: provideUserColumns() has not run')
  return all
}

/** Returns all sign-in methods of the user. */
export async function signInMethodsOf(db: Db, userId: string): Promise<SignInMethod[]> {
  const methods: SignInMethod[] = []
  for (const data of declared())
    if (data.is === 'credential') methods.push(...((await data.methods?.(db, userId)) ?? []))
  return methods
}

/** Ends every credential of the user that ends at this event. The only code that decides which do. */
export async function endCredentials(
  tx: Transaction,
  event: CredentialEvent,
  { userId, kept = {} }: { userId: string; kept?: Kept },
): Promise<void> {
  for (const data of declared())
    if (data.is === 'credential' && data.at[event] === 'ends') await data.end(tx, { userId, kept })
}
