import { and, eq, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Transaction } from '#/core/db/database.server.ts'

/**
 * What can end a credential. `ownerProof`: the owner of the mailbox is known for the first time, so a
 * stranger may have created the credential. `providerProof`: the same by a sign-in with a provider.
 * `revokedTrust`: a change of password, address or second factor. `revokedAccess`: a ban, a password reset, a
 * sign-out by an administrator. Deleting the account ends every credential.
 */
export type CredentialEvent = 'ownerProof' | 'providerProof' | 'revokedTrust' | 'revokedAccess'

/** What must survive: what was presented with a proof, or the session that revokes the others. */
export type Kept = { sessionId?: string; accountId?: string }

type Ending = { userId: string; kept: Kept }

/** Something that can let a user in, act for them or delete their account. */
export type Credential = {
  is: 'credential'
  /** The column that names the user, or a column of the user's own row. */
  column: PgColumn
  at: Record<CredentialEvent, 'ends' | 'stays'>
  end(tx: Transaction, ending: Ending): Promise<unknown>
}

/** A column that refers to a user, or one of the user's own row, and lets nobody in. */
export type PlainColumn = { is: 'plain'; column: PgColumn }

export type UserColumn = Credential | PlainColumn

/** Declares columns that let nobody in: content, memberships, settings, facts about the account. */
export const plain = (...columns: PgColumn[]): UserColumn[] =>
  columns.map((column) => ({ is: 'plain', column }))

type Rows = Pick<Credential, 'column' | 'at'> & {
  /** Narrows the user's rows in the table to this credential, without what must survive. */
  only?: (kept: Kept) => SQL | undefined
  delete?: (tx: Transaction, where: SQL | undefined) => Promise<unknown>
}

/** Declares a credential that is one or more rows of a table. */
export function rowsOf({ column, at, only, delete: deleteRows }: Rows): Credential {
  const drop = deleteRows ?? ((tx, where) => tx.delete(column.table).where(where))
  return {
    is: 'credential',
    column,
    at,
    end: (tx, { userId, kept }) => drop(tx, and(eq(column, userId), only?.(kept))),
  }
}

/** For `at`: proofs end it, because a stranger may have created it. Its user keeps it otherwise. */
export const untilOwnerProof: Credential['at'] = {
  ownerProof: 'ends',
  providerProof: 'ends',
  revokedTrust: 'stays',
  revokedAccess: 'stays',
}

let all: readonly UserColumn[] | undefined

/** Provides the list of all slices. The composition root calls it at start; later calls replace it. */
export function provideUserColumns(given: readonly UserColumn[]): void {
  all = given
}

/** Ends every credential of the user that ends at this event. The only code that decides which do. */
export async function endCredentials(
  tx: Transaction,
  event: CredentialEvent,
  { userId, kept = {} }: { userId: string; kept?: Kept },
): Promise<void> {
  if (!all) throw new Error('No credentials: provideUserColumns() has not run')
  for (const data of all)
    if (data.is === 'credential' && data.at[event] === 'ends') await data.end(tx, { userId, kept })
}
