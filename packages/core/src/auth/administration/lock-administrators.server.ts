import { and, eq, ne, sql } from 'drizzle-orm'
import type { SignedInActor } from '#/access/actor.ts'
import { user } from '#/identity/identity.table.server.ts'
import { isBanned } from '#/auth/is-banned.server.ts'
import type { Transaction } from '#/db/database.server.ts'
import { AppError } from '#/lib/app-error.ts'

// An arbitrary constant. Serializes everything that could remove an administrator.
const ADMINISTRATORS_LOCK = 7_305_204

export type LockedUser = typeof user.$inferSelect

/** Takes the lock for changes to the application's administrators, held to the end of the transaction. */
export async function lockAdministrators(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADMINISTRATORS_LOCK})`)
}

/**
 * Call this first in a transaction that acts on another account. Takes the lock, and throws forbidden when
 * another administrator banned, demoted or deleted the caller in the meantime.
 */
export async function lockAsAdministrator(tx: Transaction, { userId }: SignedInActor): Promise<void> {
  await lockAdministrators(tx)
  const [row] = await tx
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.id, userId), eq(user.role, 'admin'), sql`not ${isBanned}`))
  if (!row) throw new AppError('forbidden', 'errors:forbidden')
}

/** Throws forbidden for an action on one's own account. */
export function refuseOnSelf(actor: SignedInActor, userId: string): void {
  if (actor.userId === userId) throw new AppError('forbidden', 'administration:refused.self')
}

/**
 * Throws conflict for the last administrator who can sign in. The caller must have called
 * `lockAdministrators`, so that the check holds to the end of its transaction.
 */
export async function refuseLastAdministrator(
  tx: Transaction,
  row: Pick<LockedUser, 'id' | 'role'>,
): Promise<void> {
  if (row.role !== 'admin') return
  const [another] = await tx
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.role, 'admin'), ne(user.id, row.id), sql`not ${isBanned}`))
    .limit(1)
  if (!another) throw new AppError('conflict', 'administration:refused.lastAdmin')
}

/**
 * Returns the user's row, locked to the end of the transaction. Waits for a sign-in in progress; a later
 * session sees the row as this transaction leaves it. Throws not_found.
 */
export async function lockUser(tx: Transaction, userId: string): Promise<LockedUser> {
  const [row] = await tx.select().from(user).where(eq(user.id, userId)).for('update')
  if (!row) throw new AppError('not_found', 'errors:notFound')
  return row
}
