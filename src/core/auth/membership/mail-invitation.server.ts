import { eq } from 'drizzle-orm'
import type { SignedInActor } from '#/core/access/actor.ts'
import { invitation, organization as organizations, user } from '#/core/identity/identity.table.server.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import { enqueueMail } from '#/core/email/send-mail.server.ts'
import { getEnv } from '#/core/env/env.server.ts'
import { defaultLanguage, toLanguage } from '#/core/i18n/languages.ts'
import { currentRequest } from '#/core/log/request-scope.server.ts'
import { issueProof } from './invitation-proof.server.ts'
import { INVITATION_HOURS, workspaceRole } from './membership.schema.ts'

type Sent = { id: string; organization: { name: string } }

/**
 * Mails the invitation to its address, with a link that also proves the mailbox: in the language of who has
 * that address, else in that of who invites. In the transaction of its cause.
 */
export async function mailInvitation(
  tx: Transaction,
  actor: SignedInActor,
  { id, organization }: Sent,
): Promise<void> {
  const [row] = await tx.select().from(invitation).where(eq(invitation.id, id))
  if (!row) throw new Error('The invitation that was just written is not there')
  const people = await tx
    .select({
      id: user.id,
      name: user.name,
      firstName: user.firstName,
      email: user.email,
      language: user.language,
    })
    .from(user)
    .where(eq(user.email, row.email))
  const [inviter] = await tx
    .select({ name: user.name, language: user.language })
    .from(user)
    .where(eq(user.id, actor.userId))
  const [invited] = people
  const proof = await issueProof(tx, id, row.expiresAt)
  await enqueueMail(tx, {
    to: { name: invited?.name, address: row.email },
    language:
      toLanguage(invited?.language) ??
      toLanguage(inviter?.language) ??
      currentRequest()?.language ??
      defaultLanguage,
    template: 'invitation',
    params: {
      firstName: invited?.firstName ?? invited?.name,
      url: `${getEnv().APP_URL}/accept-invitation/${id}/?${new URLSearchParams({ proof })}`,
      organizationName: organization.name,
      inviterName: inviter?.name ?? '',
      role: workspaceRole.parse(row.role),
      expiresInHours: INVITATION_HOURS,
      at: new Date(),
    },
  })
}

type Removed = { userId: string; organizationId: string }

/** Tells a removed member, in their language, by whom and from where. In the transaction of the removal. */
export async function mailMemberRemoved(
  tx: Transaction,
  actor: SignedInActor,
  removed: Removed,
): Promise<void> {
  const [member] = await tx.select().from(user).where(eq(user.id, removed.userId))
  const [admin] = await tx.select({ name: user.name }).from(user).where(eq(user.id, actor.userId))
  const [left] = await tx
    .select({ name: organizations.name })
    .from(organizations)
    .where(eq(organizations.id, removed.organizationId))
  if (!member || !left) return
  await enqueueMail(tx, {
    to: { name: member.name, address: member.email },
    language: toLanguage(member.language) ?? defaultLanguage,
    template: 'memberRemoved',
    params: {
      firstName: member.firstName ?? member.name,
      organizationName: left.name,
      removedBy: admin?.name ?? '',
      at: new Date(),
    },
  })
}
