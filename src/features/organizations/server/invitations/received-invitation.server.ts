import { eq, sql } from 'drizzle-orm'
import type { SignedInActor, WorkspaceRole } from '@plinth/core/access'
import { AppError, writeAudit } from '@plinth/core/verb/server'
import { ownerProved } from '@plinth/core/auth/server'
import { type Transaction, invitation, user } from '@plinth/core/database/server'
import { storedRole } from '#/roles.server.ts'
import type { InvitationInput } from '../../organizations.schema.ts'
import { lockOrganization } from '../enter-organization.server.ts'
import { dropProofs, proofHolds } from './invitation-proof.server.ts'
import { announceOrganization } from '../organization-changes.server.ts'

export type ReceivedInvitation = { id: string; organizationId: string; role: WorkspaceRole }

/**
 * Returns a pending invitation to the actor's own address, verified earlier by the account's user or now by
 * the mailed proof. Locks the organization. Throws not_found for unknown ids and other addresses, forbidden
 * if the address is unverified or was verified elsewhere, conflict if the invitation was answered, revoked or
 * has expired.
 */
export async function lockReceivedInvitation(
  tx: Transaction,
  actor: SignedInActor,
  { id, proof }: InvitationInput,
): Promise<ReceivedInvitation> {
  const itsOrganization = tx
    .select({ id: invitation.organizationId })
    .from(invitation)
    .where(eq(invitation.id, id))
  await lockOrganization(tx, itsOrganization)
  const [row] = await tx
    .select({ invitation, invited: user, isOver: sql<boolean>`${invitation.expiresAt} <= now()` })
    .from(invitation)
    .innerJoin(user, eq(user.id, actor.userId))
    .where(eq(invitation.id, id))
  if (!row || row.invitation.email.toLowerCase() !== row.invited.email.toLowerCase())
    throw new AppError('not_found', 'errors:notFound')
  const { emailVerified, provedElsewhere } = row.invited
  const isOwn = emailVerified && !provedElsewhere
  if (!isOwn && !(await proofHolds(tx, id, proof)))
    throw new AppError('forbidden', emailVerified ? 'organizations:errors.resetFirst' : 'errors:verifyFirst')
  if (row.invitation.status !== 'pending' || row.isOver)
    throw new AppError('conflict', 'organizations:errors.invitationOver')
  if (!isOwn) await ownerProved(tx, actor.userId, { sessionId: actor.sessionId })
  const { organizationId, role } = row.invitation
  return { id, organizationId, role: storedRole.parse(role) }
}

/** Saves the answer and writes it to the audit log of the inviting organization, not of the active one. */
export async function answerInvitation(
  tx: Transaction,
  actor: SignedInActor,
  { id, organizationId, role, answer }: ReceivedInvitation & { answer: 'accepted' | 'rejected' },
): Promise<void> {
  await tx.update(invitation).set({ status: answer }).where(eq(invitation.id, id))
  await dropProofs(tx, id)
  await announceOrganization(tx, organizationId)
  const inside = { ...actor, workspace: { ...actor.workspace, organizationId } }
  await writeAudit(tx, inside, {
    action: answer === 'accepted' ? 'invitation.accept' : 'invitation.decline',
    target: { type: 'invitation', id },
    details: { role },
  })
}
