import { eq } from 'drizzle-orm'
import type { Transaction } from '#/db/database.server.ts'
import { user } from '#/identity/identity.table.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { signInMethodsOf } from './user-columns.server.ts'

/**
 * Runs `remove`, which removes one of the user's ways to sign in. Throws conflict when none would be left
 * that works. Locks the user's row, so that concurrent removals can't take the last two.
 */
export async function keepingOneMethod<Removed>(
  tx: Transaction,
  userId: string,
  remove: () => Promise<Removed>,
): Promise<Removed> {
  await tx.select({ id: user.id }).from(user).where(eq(user.id, userId)).for('update')
  const removed = await remove()
  const methods = await signInMethodsOf(tx, userId)
  if (!methods.some(({ isUsable }) => isUsable)) throw new AppError('conflict', 'security:lastSignInMethod')
  return removed
}
