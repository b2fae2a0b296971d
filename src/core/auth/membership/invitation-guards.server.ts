import { and, count, eq, gt, sql } from 'drizzle-orm'
import { authorize, type AccessRule } from '#/core/access/access.ts'
import type { SignedInActor } from '#/core/access/actor.ts'
import { writeAudit } from '#/core/audit/audit.server.ts'
import { guarded } from '#/core/auth/auth-guard.server.ts'
import { invitation, member, user } from '#/core/identity/identity.table.server.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import { consumeLimit } from '#/core/limits/limits.server.ts'
import { AppError } from '#/lib/app-error.ts'
import {
  countMembers,
  enterOrganization,
  refuseUnlessOwner,
  type Entered,
} from './enter-organization.server.ts'
import { dropProofs } from './invitation-proof.server.ts'
import { mailInvitation } from './mail-invitation.server.ts'
import {
  answerBody,
  invitationBody,
  inviteBody,
  MEMBERS_PER_ORGANIZATION,
  PENDING_INVITATIONS_PER_ORGANIZATION,
} from './membership.schema.ts'
import { invitationOfRecipient } from './invitation-of-recipient.server.ts'

const DAY_SECONDS = 86_400
export const INVITATION_MAILS_PER_DAY = { byPerson: 100, ofOrganization: 100, toAddress: 10 } as const

type Invitation = typeof invitation.$inferSelect

/**
 * One pending invitation per address and organization; `resend` mails the pending one again and gives it its
 * full time.
 */
export const onInvite = guarded({ body: inviteBody }, async ({ tx, rule, body, ...request }) => {
  const wanted = { organizationId: body.organizationId, rule, inPersonal: 'membership:invitePersonal' }
  const { actor, organization } = await enterOrganization(tx, request.actor, wanted)
  if (body.role === 'owner') refuseUnlessOwner(actor)
  await refuseMember(tx, organization.id, body.email)
  const pending = await pendingOf(tx, organization.id, body.email)
  if (pending && !body.resend) throw new AppError('conflict', 'membership:alreadyInvited', { field: 'email' })
  if (pending?.role === 'owner') refuseUnlessOwner(actor)
  if (!pending) await refuseWhenFull(tx, organization.id)
  await countMails(tx, actor, { organizationId: organization.id, email: body.email })
  return {
    body: { ...body, organizationId: organization.id },
    after: async (answer) => {
      const { id } = answer as { id: string }
      await mailInvitation(tx, actor, { id, organization })
      const action = pending ? 'invitation.resend' : 'invitation.create'
      await writeAudit(tx, actor, {
        action,
        target: { type: 'invitation', id },
        details: { role: pending?.role ?? body.role },
      })
      return answer
    },
  }
})

export const onCancel = guarded({ body: invitationBody }, async ({ tx, rule, body, ...request }) => {
  const { actor } = await enterByInvitation(tx, request.actor, { invitationId: body.invitationId, rule })
  const [row] = await tx.select().from(invitation).where(eq(invitation.id, body.invitationId))
  if (row?.role === 'owner') refuseUnlessOwner(actor)
  if (row?.status !== 'pending') throw new AppError('conflict', 'membership:invitationOver')
  return { body, after: (answer) => afterAnswer(tx, actor, { row, action: 'invitation.cancel', answer }) }
})

export const onAccept = guarded({ body: answerBody }, async ({ tx, actor, rule, body }) => {
  authorize(actor, rule)
  const row = await invitationOfRecipient(tx, actor, body)
  const joined = await tx.$count(
    member,
    and(eq(member.organizationId, row.organizationId), eq(member.userId, actor.userId)),
  )
  if (joined > 0) throw new AppError('conflict', 'membership:alreadyIn')
  if ((await countMembers(tx, row.organizationId)) >= MEMBERS_PER_ORGANIZATION)
    throw new AppError('conflict', 'membership:organizationFull', { max: MEMBERS_PER_ORGANIZATION })
  return {
    body: { invitationId: row.id },
    after: (answer) => afterAnswer(tx, actor, { row, action: 'invitation.accept', answer }),
  }
})

export const onReject = guarded({ body: answerBody }, async ({ tx, actor, rule, body }) => {
  authorize(actor, rule)
  const row = await invitationOfRecipient(tx, actor, body)
  return {
    body: { invitationId: row.id },
    after: (answer) => afterAnswer(tx, actor, { row, action: 'invitation.decline', answer }),
  }
})

async function afterAnswer(
  tx: Transaction,
  actor: SignedInActor,
  { row, action, answer }: { row: Invitation; action: string; answer: unknown },
) {
  await dropProofs(tx, row.id)
  // The log of the organization, whatever is active for the person who answers.
  const inside = { ...actor, workspace: { ...actor.workspace, organizationId: row.organizationId } }
  await writeAudit(tx, inside, {
    action,
    target: { type: 'invitation', id: row.id },
    details: { role: row.role },
  })
  return answer
}

async function refuseMember(tx: Transaction, organizationId: string, email: string): Promise<void> {
  const [row] = await tx
    .select({ id: member.id })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .where(and(eq(member.organizationId, organizationId), eq(user.email, email)))
  if (row) throw new AppError('conflict', 'membership:alreadyMember', { field: 'email' })
}

/** The open invitation of that address. One whose time is over makes room for a new one. */
async function pendingOf(
  tx: Transaction,
  organizationId: string,
  email: string,
): Promise<Invitation | undefined> {
  const open = and(
    eq(invitation.organizationId, organizationId),
    eq(sql`lower(${invitation.email})`, email),
    eq(invitation.status, 'pending'),
  )
  const [row] = await tx
    .select({ invitation, isOver: sql<boolean>`${invitation.expiresAt} <= now()` })
    .from(invitation)
    .where(open)
  // Better Auth goes by this machine's clock: what is over for either is over.
  if (!row?.isOver && row && row.invitation.expiresAt > new Date()) return row.invitation
  if (row) await tx.update(invitation).set({ status: 'expired' }).where(eq(invitation.id, row.invitation.id))
  return undefined
}

async function refuseWhenFull(tx: Transaction, organizationId: string): Promise<void> {
  if ((await countMembers(tx, organizationId)) >= MEMBERS_PER_ORGANIZATION)
    throw new AppError('conflict', 'membership:organizationFull', { max: MEMBERS_PER_ORGANIZATION })
  const [row] = await tx
    .select({ pending: count() })
    .from(invitation)
    .where(
      and(
        eq(invitation.organizationId, organizationId),
        eq(invitation.status, 'pending'),
        gt(invitation.expiresAt, sql`now()`),
      ),
    )
  if ((row?.pending ?? 0) >= PENDING_INVITATIONS_PER_ORGANIZATION)
    throw new AppError('conflict', 'membership:tooManyInvitations', {
      max: PENDING_INVITATIONS_PER_ORGANIZATION,
    })
}

/**
 * Mails are what these limits are about: nobody's mailbox is filled from here, whoever does it under however
 * many names.
 */
async function countMails(
  tx: Transaction,
  actor: SignedInActor,
  { organizationId, email }: { organizationId: string; email: string },
): Promise<void> {
  const { byPerson, ofOrganization, toAddress } = INVITATION_MAILS_PER_DAY
  const day = (max: number) => ({ max, windowSeconds: DAY_SECONDS })
  await consumeLimit(tx, `invitation.by:${actor.userId}`, day(byPerson))
  await consumeLimit(tx, `invitation.of:${organizationId}`, day(ofOrganization))
  await consumeLimit(tx, `invitation.to:${email}`, day(toAddress))
}

async function enterByInvitation(
  tx: Transaction,
  actor: SignedInActor,
  { invitationId, rule }: { invitationId: string; rule: AccessRule },
): Promise<Entered> {
  const [row] = await tx
    .select({ organizationId: invitation.organizationId })
    .from(invitation)
    .where(eq(invitation.id, invitationId))
  if (!row) throw new AppError('not_found', 'errors:notFound')
  return enterOrganization(tx, actor, { organizationId: row.organizationId, rule })
}
