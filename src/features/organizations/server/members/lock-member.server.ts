import { and, eq } from 'drizzle-orm'
import type { Actor, SignedInActor } from '@plinth/core/access'
import { AppError, writeAudit } from '@plinth/core/verb/server'
import { type Transaction, member, session } from '@plinth/core/database/server'
import { requireOwner } from '../enter-organization.server.ts'
import { announceOrganization } from '../organization-changes.server.ts'
import { revokeInvitationsOf } from '../invitations/revoke-invitation.server.ts'

export type Member = typeof member.$inferSelect

/**
 * Returns and locks a member row. Waits for a running account deletion, whose user is then no longer a
 * member. The caller has locked the organization. Throws not_found for users who are not members.
 */
export async function lockMember(tx: Transaction, organizationId: string, userId: string): Promise<Member> {
  const [row] = await tx
    .select()
    .from(member)
    .where(and(eq(member.organizationId, organizationId), eq(member.userId, userId)))
    .for('update')
  if (!row) throw new AppError('not_found', 'errors:notFound')
  return row
}

/**
 * Checks changes that take the owner role from a member; does nothing for other members. Throws forbidden
 * unless the actor is an owner, conflict for the last owner.
 */
export async function requireOwnerRemains(
  tx: Transaction,
  actor: SignedInActor,
  { organizationId, role }: Member,
): Promise<void> {
  if (role !== 'owner') return
  requireOwner(actor)
  const owners = await tx.$count(
    member,
    and(eq(member.organizationId, organizationId), eq(member.role, 'owner')),
  )
  if (owners < 2) throw new AppError('conflict', 'organizations:errors.lastOwner')
}

type Ended = { target: Member; action: 'member.remove' | 'member.leave' }

/**
 * Ends a membership and revokes the invitations that the user sent. Sessions of who was removed stay where
 * they were, without a right there, until the user has read why (`Viewer.removedFrom`).
 */
export async function endMembership(tx: Transaction, actor: Actor, ended: Ended): Promise<void> {
  const { organizationId, userId } = ended.target
  await deleteMember(tx, actor, ended)
  if (ended.action === 'member.remove') return
  await tx
    .update(session)
    .set({ activeOrganizationId: null })
    .where(and(eq(session.userId, userId), eq(session.activeOrganizationId, organizationId)))
}

/** For a user whose sessions the caller deletes. The caller has locked the organization. */
export async function deleteMember(tx: Transaction, actor: Actor, { target, action }: Ended): Promise<void> {
  const { id, organizationId, userId, role } = target
  await tx.delete(member).where(eq(member.id, id))
  await announceOrganization(tx, organizationId)
  await revokeInvitationsOf(tx, actor, { organizationId, userId })
  await writeAudit(tx, actor, {
    action,
    actorId: userId,
    target: { type: 'member', id },
    organizationId,
    details: { userId, role },
  })
}
