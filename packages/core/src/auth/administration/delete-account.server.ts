import { and, eq, inArray } from 'drizzle-orm'
import type { Actor } from '#/access/actor.ts'
import { requireEnded } from '#/access/workspace-end.server.ts'
import { writeAudit } from '#/audit/audit.server.ts'
import { user } from '#/identity/identity.table.server.ts'
import type { Transaction } from '#/db/database.server.ts'
import { allowLongStatements } from '#/db/pool.server.ts'
import { file } from '#/storage/file.table.server.ts'
import { lockAdministrators, lockUser, refuseLastAdministrator } from './lock-administrators.server.ts'
import { revokeAccess } from './revoke-access.server.ts'

/** What a feature adds to the deletion of accounts. */
export type AccountDeletion = {
  /** Throws conflict while the user can't leave. Called when they ask for the deletion of their account. */
  refuse(tx: Transaction, userId: string): Promise<void>
  /**
   * Runs before the deletion, in its transaction. Returns the ids of files whose bytes must be deleted after
   * the commit. May throw conflict.
   */
  before(tx: Transaction, actor: Actor, userId: string): Promise<string[]>
}

let ofFeature: AccountDeletion | undefined

/**
 * Provides what a feature adds. Its feature.server.ts calls it.
 * @public
 */
export function provideAccountDeletion(given: AccountDeletion | undefined): void {
  ofFeature = given
}

/** Throws conflict while the user can't leave. Called when they ask for the deletion of their account. */
export const refuseAccountDeletion = async (tx: Transaction, userId: string): Promise<void> =>
  ofFeature?.refuse(tx, userId)

/**
 * Deletes an account; the caller has authorized it. Sessions and streams end, content in organizations stays
 * without a creator's name, the audit log keeps the id. Returns the ids of files whose bytes must be deleted
 * after the commit. Throws not_found, unavailable while something has not ended (`endWorkspace`), and
 * conflict for the last administrator or the last owner of an organization with other members.
 */
export async function deleteAccount(tx: Transaction, actor: Actor, userId: string): Promise<string[]> {
  await allowLongStatements(tx)
  await lockAdministrators(tx)
  await requireEnded(tx, { userId })
  // Runs before the user's row is locked: organization verbs lock the organization first, then the user.
  const filesOfFeature = (await ofFeature?.before(tx, actor, userId)) ?? []
  const row = await lockUser(tx, userId)
  await refuseLastAdministrator(tx, row)
  const files = await dropOwnFiles(tx, userId)
  await revokeAccess(tx, userId)
  await tx.delete(user).where(eq(user.id, userId))
  await writeAudit(tx, actor, { action: 'user.delete', target: { type: 'user', id: userId } })
  return [...filesOfFeature, ...files]
}

// The profile image, and exports of the user's own content.
const PERSONAL_PURPOSES = ['profile-image', 'account-export']

/** Deletes the user's personal files and returns their ids; files of an organization's content stay. */
async function dropOwnFiles(tx: Transaction, userId: string): Promise<string[]> {
  const gone = await tx
    .delete(file)
    .where(and(eq(file.uploadedById, userId), inArray(file.purpose, PERSONAL_PURPOSES)))
    .returning({ id: file.id })
  return gone.map(({ id }) => id)
}
