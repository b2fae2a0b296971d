import { and, asc, eq, inArray, lte, ne, or, sql } from 'drizzle-orm'
import type { Actor } from '@plinth/core/access'
import { type Transaction, invitation, member, user } from '@plinth/core/database/server'
import { AppError } from '@plinth/core/verb/server'
import { removeOrganization } from './delete-organization.server.ts'
import { lockOrganization, type Organization } from './enter-organization.server.ts'
import { deleteMember, type Member } from './members/lock-member.server.ts'

/**
 * Runs in the transaction that deletes an account. Ends the user's memberships, each with its audit entry, so
 * that no organization is left without an owner: deletes organizations whose only member is the user, and
 * throws conflict, with the name as `organization`, if the user is the last owner of one with other members.
 * Returns the ids of files whose bytes the caller deletes after the commit.
 */
export async function beforeAccountDeletion(
  tx: Transaction,
  actor: Actor,
  userId: string,
): Promise<string[]> {
  const memberships = await tx
    .select({ organizationId: member.organizationId })
    .from(member)
    .where(eq(member.userId, userId))
    .orderBy(asc(member.organizationId))
  const organizations = []
  for (const { organizationId } of memberships) organizations.push(await lockOrganization(tx, organizationId))
  // After the organizations and before the sessions, which end with an organization: the order of all verbs.
  await tx.select({ id: user.id }).from(user).where(eq(user.id, userId)).for('update')
  const files: string[] = []
  for (const organization of organizations) {
    const organizationId = organization?.id ?? ''
    const members = await tx.select().from(member).where(eq(member.organizationId, organizationId))
    const own = members.find((row) => row.userId === userId)
    if (organization && own) files.push(...(await leave(tx, actor, { organization, own, members })))
  }
  // One that began before the user was locked; the caller may try again.
  if ((await tx.$count(member, eq(member.userId, userId))) > 0)
    throw new AppError('conflict', 'errors:conflict')
  await forgetReceived(tx, userId)
  return files
}

type Leaving = { organization: Organization; own: Member; members: readonly Member[] }

async function leave(
  tx: Transaction,
  actor: Actor,
  { organization, own, members }: Leaving,
): Promise<string[]> {
  const others = members.filter(({ id }) => id !== own.id)
  if (own.role === 'owner' && others.length === 0) return removeOrganization(tx, actor, organization)
  if (own.role === 'owner' && !others.some(({ role }) => role === 'owner'))
    throw new AppError('conflict', 'organizations:errors.ownerOfOthers', { organization: organization.name })
  const isRemoved = actor.kind === 'user' && actor.userId !== own.userId
  await deleteMember(tx, actor, { target: own, action: isRemoved ? 'member.remove' : 'member.leave' })
  return []
}

/** An open invitation stays, because it belongs to the owner of the mailbox. */
async function forgetReceived(tx: Transaction, userId: string): Promise<void> {
  const address = tx
    .select({ email: sql`lower(${user.email})` })
    .from(user)
    .where(eq(user.id, userId))
  await tx
    .delete(invitation)
    .where(
      and(
        inArray(sql`lower(${invitation.email})`, address),
        or(ne(invitation.status, 'pending'), lte(invitation.expiresAt, sql`now()`)),
      ),
    )
}
