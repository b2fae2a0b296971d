import { and, count, eq, gt, or, sql } from 'drizzle-orm'
import type { WorkspaceRole } from '@plinth/core/access'
import { AppError, consumeLimit, writeAudit } from '@plinth/core/verb/server'
import { type Transaction, invitation, member, requirePlanRoom, user } from '@plinth/core/database/server'
import { enqueueMail } from '@plinth/core/mail/server'
import { currentRequest, getEnv } from '@plinth/core/server'
import { defaultLanguage, toLanguage } from '@plinth/core/texts'
import { firstNameOf } from '@plinth/core/format'
import {
  INVITATION_HOURS,
  MEMBERS_PER_ORGANIZATION,
  PENDING_INVITATIONS_PER_ORGANIZATION,
} from '../../organizations.schema.ts'
import type { Entered } from '../enter-organization.server.ts'
import { issueProof } from './invitation-proof.server.ts'

// Shared by inviting and resending. The caller has locked the organization.

const MAILS_PER_DAY = { byUser: 100, ofOrganization: 100, toAddress: 10 } as const

type Invited = { organizationId: string; email: string; exceptId?: string }

/**
 * Throws conflict for the address of a member, or one with another pending invitation. Marks an overdue
 * invitation to the address as expired.
 */
export async function requireInvitable(
  tx: Transaction,
  { organizationId, email, exceptId }: Invited,
): Promise<void> {
  const [known] = await tx
    .select({ id: member.id })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .where(and(eq(member.organizationId, organizationId), eq(user.email, email)))
  if (known) throw new AppError('conflict', 'organizations:errors.alreadyMember', { field: 'email' })
  const [pending] = await tx
    .select({ id: invitation.id, isOver: sql<boolean>`${invitation.expiresAt} <= now()` })
    .from(invitation)
    .where(
      and(
        eq(invitation.organizationId, organizationId),
        eq(sql`lower(${invitation.email})`, email.toLowerCase()),
        eq(invitation.status, 'pending'),
      ),
    )
  if (!pending || pending.id === exceptId) return
  if (!pending.isOver)
    throw new AppError('conflict', 'organizations:errors.alreadyInvited', { field: 'email', id: pending.id })
  await tx.update(invitation).set({ status: 'expired' }).where(eq(invitation.id, pending.id))
}

/** Throws conflict if the organization or its plan has no room for a member, or too many are invited. */
export async function requireRoom(tx: Transaction, organizationId: string): Promise<void> {
  const members = await tx.$count(member, eq(member.organizationId, organizationId))
  if (members >= MEMBERS_PER_ORGANIZATION)
    throw new AppError('conflict', 'organizations:errors.organizationFull', { max: MEMBERS_PER_ORGANIZATION })
  await requirePlanRoom(tx, { organizationId, userId: null }, { limit: 'members', used: async () => members })
  const [open] = await tx
    .select({ invitations: count() })
    .from(invitation)
    .where(
      and(
        eq(invitation.organizationId, organizationId),
        eq(invitation.status, 'pending'),
        gt(invitation.expiresAt, sql`now()`),
      ),
    )
  const max = PENDING_INVITATIONS_PER_ORGANIZATION
  if ((open?.invitations ?? 0) >= max)
    throw new AppError('conflict', 'organizations:errors.tooManyInvitations', { max })
}

type Sent = {
  id: string
  email: string
  role: WorkspaceRole
  action: 'invitation.create' | 'invitation.resend'
}

/**
 * Mails the invitation with a link that also proves the mailbox, in the language of the user with that
 * address, else the actor's, and writes the audit entry. Throws limit, so that no mailbox can be flooded,
 * even from many accounts.
 */
export async function sendInvitation(
  tx: Transaction,
  { actor, organization }: Entered,
  { id, email, role, action }: Sent,
): Promise<void> {
  const day = (max: number) => ({ max, windowSeconds: 86_400 })
  await consumeLimit(tx, `invitation.by:${actor.userId}`, day(MAILS_PER_DAY.byUser))
  await consumeLimit(tx, `invitation.of:${organization.id}`, day(MAILS_PER_DAY.ofOrganization))
  await consumeLimit(tx, `invitation.to:${email}`, day(MAILS_PER_DAY.toAddress))
  const users = await tx
    .select()
    .from(user)
    .where(or(eq(user.email, email), eq(user.id, actor.userId)))
  const invited = users.find((row) => row.email === email)
  const inviter = users.find((row) => row.id === actor.userId)
  const proof = await issueProof(tx, id)
  await enqueueMail(tx, {
    to: { name: invited?.name, address: email },
    language:
      toLanguage(invited?.language) ??
      toLanguage(inviter?.language) ??
      currentRequest()?.language ??
      defaultLanguage,
    template: 'invitation',
    params: {
      firstName: invited && firstNameOf(invited),
      url: `${getEnv().APP_URL}/accept-invitation/${id}/?${new URLSearchParams({ proof })}`,
      organizationName: organization.name,
      inviterName: inviter?.name ?? '',
      role,
      expiresInHours: INVITATION_HOURS,
      at: new Date(),
    },
  })
  await writeAudit(tx, actor, { action, target: { type: 'invitation', id }, details: { role } })
}
