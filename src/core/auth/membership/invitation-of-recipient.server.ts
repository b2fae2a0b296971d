import { eq, sql } from 'drizzle-orm'
import type { SignedInActor } from '#/core/access/actor.ts'
import { ownerProved } from '#/core/auth/address-proved.server.ts'
import { invitation, user } from '#/core/identity/identity.table.server.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { lockOrganization } from './enter-organization.server.ts'
import { proofHolds } from './invitation-proof.server.ts'

type Asked = { invitationId: string; proof?: string }

/**
 * The invitation, if it is still open and its address is the person's own: proved before by whoever has the
 * account, or now by what was mailed with it, which verifies it. Holds the organization until the transaction
 * ends. Throws not_found for one of another address as for none, forbidden while the address is unproved or
 * was proved elsewhere, conflict when it was answered, taken back or is over.
 */
export async function invitationOfRecipient(
  tx: Transaction,
  actor: SignedInActor,
  { invitationId, proof }: Asked,
) {
  const [found] = await tx
    .select({ organizationId: invitation.organizationId })
    .from(invitation)
    .where(eq(invitation.id, invitationId))
  if (found) await lockOrganization(tx, found.organizationId)
  const [row] = await tx
    .select({ invitation, person: user, isOver: sql<boolean>`${invitation.expiresAt} <= now()` })
    .from(invitation)
    .innerJoin(user, eq(user.id, actor.userId))
    .where(eq(invitation.id, invitationId))
  if (!row || row.invitation.email.toLowerCase() !== row.person.email.toLowerCase())
    throw new AppError('not_found', 'errors:notFound')
  const { id, emailVerified, provedElsewhere } = row.person
  const isOwn = emailVerified && !provedElsewhere
  if (!isOwn && !(await proofHolds(tx, invitationId, proof)))
    throw new AppError('forbidden', emailVerified ? 'membership:resetFirst' : 'membership:verifyFirst')
  if (row.invitation.status !== 'pending' || row.isOver)
    throw new AppError('conflict', 'membership:invitationOver')
  if (!isOwn) await ownerProved(tx, id, { sessionId: actor.sessionId })
  return row.invitation
}
