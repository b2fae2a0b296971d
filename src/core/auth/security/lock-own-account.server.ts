import { eq } from 'drizzle-orm'
import type { SignedInActor } from '#/core/access/actor.ts'
import { user } from '#/core/identity/identity.table.server.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import { AppError } from '#/lib/app-error.ts'

/**
 * Locks the actor's row until the transaction ends, which serializes concurrent changes. The account can't be
 * deleted before that: call it before writing a row that names the user without a foreign key. Throws
 * unauthenticated when it has been deleted.
 */
export async function lockOwnAccount(tx: Transaction, { userId }: SignedInActor): Promise<void> {
  const [row] = await tx.select({ id: user.id }).from(user).where(eq(user.id, userId)).for('no key update')
  if (!row) throw new AppError('unauthenticated', 'errors:signInFirst')
}
