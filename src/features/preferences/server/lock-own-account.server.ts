import { eq } from 'drizzle-orm'
import type { SignedInActor } from '#/core/access/actor.ts'
import { user } from '#/core/identity/identity.table.server.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import { AppError } from '#/lib/app-error.ts'

/**
 * Holds the actor's own row to the end of the transaction, so that one choice comes after the other. Throws
 * unauthenticated when the account is gone.
 */
export async function lockOwnAccount(tx: Transaction, { userId }: SignedInActor): Promise<void> {
  const [person] = await tx.select({ id: user.id }).from(user).where(eq(user.id, userId)).for('no key update')
  if (!person) throw new AppError('unauthenticated', 'errors:signInFirst')
}
