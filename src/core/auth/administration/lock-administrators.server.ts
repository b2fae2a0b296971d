import { and, eq, ne, sql } from 'drizzle-orm'
import type { SignedInActor } from '#/core/access/actor.ts'
import { user } from '#/core/identity/identity.table.server.ts'
import { isBanned } from '#/core/auth/is-banned.server.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import { AppError } from '#/lib/app-error.ts'

// Any fixed number: everything that could take an administrator away is serialized by it.
const ADMINISTRATORS_LOCK = 7_305_204

export type LockedUser = typeof user.$inferSelect

/**
 * Waits until nobody else changes who administers the application, and keeps it so to the end of the
 * transaction.
 */
export async function lockAdministrators(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADMINISTRATORS_LOCK})`)
}

/**
 * First thing in the transaction of an act on another account: takes the lock, and throws forbidden when the
 * administrator was banned, demoted or deleted by another one while waiting.
 */
export async function lockAsAdministrator(tx: Transaction, { userId }: SignedInActor): Promise<void> {
  await lockAdministrators(tx)
  const [row] = await tx
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.id, userId), eq(user.role, 'admin'), sql`not ${isBanned}`))
  if (!row) throw new AppError('forbidden', 'errors:forbidden')
}

/** Throws forbidden for an act on one's own account. */
export function refuseOnSelf(actor: SignedInActor, userId: string): void {
  if (actor.userId === userId) throw new AppError('forbidden', 'administration:refused.self')
}

/**
 * Throws conflict when nobody could administer the application any more once this user can't. The caller
 * has called lockAdministrators: the answer stays true to the end of its transaction.
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
 * The user's row, locked to the end of the transaction. A sign-in under it ends first, and a
 * session that comes later finds the row as this transaction leaves it. Throws not_found.
 */
export async function lockUser(tx: Transaction, userId: string): Promise<LockedUser> {
  const [row] = await tx.select().from(user).where(eq(user.id, userId)).for('update')
  if (!row) throw new AppError('not_found', 'errors:notFound')
  return row
}
