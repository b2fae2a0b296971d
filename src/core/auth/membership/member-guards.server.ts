import { and, eq, or } from 'drizzle-orm'
import type { SignedInActor } from '#/core/access/actor.ts'
import { writeAudit } from '#/core/audit/audit.server.ts'
import { guarded } from '#/core/auth/auth-guard.server.ts'
import { member, session, user } from '#/core/identity/identity.table.server.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { countMembers, enterOrganization, refuseUnlessOwner } from './enter-organization.server.ts'
import { memberRoleBody, organizationBody, removeMemberBody } from './membership.schema.ts'
import { mailMemberRemoved } from './mail-invitation.server.ts'
import { cancelInvitationsBy } from './cancel-invitations.server.ts'

type Member = typeof member.$inferSelect

export const onRemoveMember = guarded({ body: removeMemberBody }, async ({ tx, rule, body, ...request }) => {
  const { actor, organization } = await enterOrganization(tx, request.actor, {
    organizationId: body.organizationId,
    rule,
  })
  const target = await findMember(tx, organization.id, body.memberIdOrEmail)
  if (target.role === 'owner') await refuseUnlessOwnersRemain(tx, actor, target)
  return {
    body: { memberIdOrEmail: target.id, organizationId: organization.id },
    after: async (answer) => {
      if (target.userId !== actor.userId) await mailMemberRemoved(tx, actor, target)
      return afterDeparture(tx, actor, { target, action: 'member.remove', answer })
    },
  }
})

export const onLeave = guarded({ body: organizationBody }, async ({ tx, rule, body, ...request }) => {
  const { actor, organization } = await enterOrganization(tx, request.actor, {
    organizationId: body.organizationId,
    rule,
  })
  const target = await findOwnMember(tx, actor, organization.id)
  if (target.role === 'owner') await refuseUnlessOwnersRemain(tx, actor, target)
  return { body, after: (answer) => afterDeparture(tx, actor, { target, action: 'member.leave', answer }) }
})

export const onUpdateRole = guarded({ body: memberRoleBody }, async ({ tx, rule, body, ...request }) => {
  const { actor, organization } = await enterOrganization(tx, request.actor, {
    organizationId: body.organizationId,
    rule,
  })
  const target = await findMember(tx, organization.id, body.memberId)
  if (body.role === 'owner') refuseUnlessOwner(actor)
  if (target.role === 'owner' && body.role !== 'owner') await refuseUnlessOwnersRemain(tx, actor, target)
  return {
    body: { ...body, organizationId: organization.id },
    after: async (answer) => {
      await settleRoleChange(tx, actor, { target, role: body.role })
      return answer
    },
  }
})

/**
 * What belongs to a change of role: its audit entry, and an end to invitations the person could no longer
 * send.
 */
async function settleRoleChange(
  tx: Transaction,
  actor: SignedInActor,
  { target, role }: { target: Member; role: string },
): Promise<void> {
  if (role !== 'owner') await cancelInvitationsBy(tx, target, role === 'admin' ? 'owner' : undefined)
  const details = { userId: target.userId, role, roleBefore: target.role }
  await writeAudit(tx, actor, {
    action: 'member.changeRole',
    target: { type: 'member', id: target.id },
    details,
  })
}

type Departure = { target: Member; action: string; answer: unknown }

/** Whoever is no longer in it has it active in no session, and nobody joins on their word any more. */
async function afterDeparture(
  tx: Transaction,
  actor: SignedInActor,
  { target, action, answer }: Departure,
): Promise<unknown> {
  const { organizationId, userId } = target
  await tx
    .update(session)
    .set({ activeOrganizationId: null })
    .where(and(eq(session.userId, userId), eq(session.activeOrganizationId, organizationId)))
  await cancelInvitationsBy(tx, target)
  await writeAudit(tx, actor, {
    action,
    target: { type: 'member', id: target.id },
    details: { userId, role: target.role },
  })
  return answer
}

/**
 * The member by its id, or by the person's address. Throws not_found for one of another organization as for
 * none.
 */
async function findMember(tx: Transaction, organizationId: string, idOrEmail: string): Promise<Member> {
  const [row] = await tx
    .select({ member })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .where(
      and(
        eq(member.organizationId, organizationId),
        or(eq(member.id, idOrEmail), eq(user.email, idOrEmail.toLowerCase())),
      ),
    )
  if (!row) throw new AppError('not_found', 'errors:notFound')
  return row.member
}

async function findOwnMember(
  tx: Transaction,
  { userId }: SignedInActor,
  organizationId: string,
): Promise<Member> {
  const [row] = await tx
    .select()
    .from(member)
    .where(and(eq(member.organizationId, organizationId), eq(member.userId, userId)))
  if (!row) throw new AppError('not_found', 'errors:notFound')
  return row
}

/** The organization is held by this transaction, so the count stays true until it ends. */
async function refuseUnlessOwnersRemain(
  tx: Transaction,
  actor: SignedInActor,
  { organizationId }: Member,
): Promise<void> {
  refuseUnlessOwner(actor)
  if ((await countMembers(tx, organizationId, 'owner')) < 2)
    throw new AppError('conflict', 'membership:lastOwner')
}
