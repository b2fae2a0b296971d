import { and, eq } from 'drizzle-orm'
import type { SignedInActor } from '#/access/actor.ts'
import { holdOwners } from '#/access/workspace.server.ts'
import { member, session, user } from '#/identity/identity.table.server.ts'
import type { Transaction } from '#/db/database.server.ts'
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

/**
 * The same before writing something that outlasts the session. Also throws unauthenticated when the session
 * has ended while this waited: what ended it has ended what outlasts sessions before this is written.
 */
export async function lockForCredential(tx: Transaction, actor: SignedInActor): Promise<void> {
  await lockOwnAccount(tx, actor)
  if ((await tx.$count(session, eq(session.id, actor.sessionId))) === 0)
    throw new AppError('unauthenticated', 'errors:signInFirst')
}

/**
 * The same for something that ends with the actor's membership of the active workspace, which stays
 * until then: what a user has of a kind is counted one after the other. Throws forbidden without it.
 */
export async function lockOwnMembership(tx: Transaction, actor: SignedInActor): Promise<void> {
  const { organizationId } = actor.workspace
  await holdOwners(tx, { organizationId, userId: null })
  await lockForCredential(tx, actor)
  if (organizationId === null) return
  const [membership] = await tx
    .select({ id: member.id })
    .from(member)
    .where(and(eq(member.userId, actor.userId), eq(member.organizationId, organizationId)))
    .for('key share')
  if (!membership) throw new AppError('forbidden', 'errors:forbidden')
}
