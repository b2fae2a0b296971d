import { and, desc, eq } from 'drizzle-orm'
import { authorize } from '#/core/access/access.ts'
import { isAtLeast, type SignedInActor } from '#/core/access/actor.ts'
import { guarded } from '#/core/auth/auth-guard.server.ts'
import { invitation, member, organization } from '#/core/identity/identity.table.server.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { lookIntoOrganization, type Entered } from './enter-organization.server.ts'
import { invitationOfRecipient } from './invitation-of-recipient.server.ts'
import {
  invitationQuery,
  listInvitationsQuery,
  listMembersQuery,
  memberRoleQuery,
  organizationQuery,
  setActiveBody,
} from './membership.schema.ts'

const LISTED_MAX = 100

type Addressed = { organizationId?: string; organizationSlug?: string }

/** An organization can be asked for by its slug too; of one that is not there, nobody is a member. */
async function idOf(
  tx: Transaction,
  { organizationId, organizationSlug }: Addressed,
): Promise<string | undefined> {
  if (organizationSlug === undefined) return organizationId
  const [row] = await tx
    .select({ id: organization.id })
    .from(organization)
    .where(eq(organization.slug, organizationSlug))
  if (!row) throw new AppError('not_found', 'errors:notFound')
  return row.id
}

export const onSetActive = guarded({ body: setActiveBody }, async ({ tx, actor, rule, body }) => {
  authorize(actor, rule)
  if (body.organizationId === null) return { body: { organizationId: null } }
  const asked = await idOf(tx, {
    organizationId: body.organizationId,
    organizationSlug: body.organizationSlug,
  })
  // Without either, Better Auth answers the active one; a membership that was lost meanwhile has left the
  // person in the personal workspace.
  if (asked === undefined) return { body: { organizationId: actor.workspace.organizationId } }
  const entered = await lookIntoOrganization(tx, actor, { organizationId: asked, rule })
  return { body: { organizationId: entered.organization.id } }
})

export const onGetFull = guarded({ query: organizationQuery }, async ({ tx, rule, query, ...request }) => {
  const asked = await idOf(tx, query)
  if (asked === undefined && request.actor.workspace.organizationId === null) return { answer: null }
  const entered = await lookIntoOrganization(tx, request.actor, { organizationId: asked, rule })
  return {
    query: { organizationId: entered.organization.id, membersLimit: query.membersLimit },
    after: async (answer) => withoutWhatMembersMayNotSee(entered, answer as { members: ListedMember[] }),
  }
})

export const onListMembers = guarded({ query: listMembersQuery }, async ({ tx, rule, query, ...request }) => {
  const entered = await lookIntoOrganization(tx, request.actor, {
    organizationId: await idOf(tx, query),
    rule,
  })
  return {
    query: { ...query, organizationSlug: undefined, organizationId: entered.organization.id },
    after: async (answer) => {
      const { members, total } = answer as { members: ListedMember[]; total: number }
      return { members: membersFor(entered.actor, members), total }
    },
  }
})

export const onGetActiveMember = guarded({}, async ({ tx, rule, ...request }) => {
  await lookIntoOrganization(tx, request.actor, { organizationId: undefined, rule })
  return {}
})

export const onGetMemberRole = guarded(
  { query: memberRoleQuery },
  async ({ tx, rule, query, ...request }) => {
    const { actor, organization: asked } = await lookIntoOrganization(tx, request.actor, {
      organizationId: await idOf(tx, query),
      rule,
    })
    const [row] = await tx
      .select({ role: member.role })
      .from(member)
      .where(and(eq(member.organizationId, asked.id), eq(member.userId, query.userId ?? actor.userId)))
    if (!row) throw new AppError('not_found', 'errors:notFound')
    return { answer: row }
  },
)

export const onListInvitations = guarded(
  { query: listInvitationsQuery },
  async ({ tx, rule, query, ...request }) => {
    const entered = await lookIntoOrganization(tx, request.actor, {
      organizationId: query.organizationId,
      rule,
    })
    const rows = await tx
      .select()
      .from(invitation)
      .where(eq(invitation.organizationId, entered.organization.id))
      .orderBy(desc(invitation.createdAt), desc(invitation.id))
      .limit(LISTED_MAX)
    return { answer: rows }
  },
)

export const onListOwnInvitations = guarded({}, async ({ actor, rule }) => {
  if (!actor.emailVerified) throw new AppError('forbidden', 'membership:verifyFirst')
  authorize(actor, rule)
  return {
    after: async (answer) =>
      (answer as { expiresAt: string }[]).filter(({ expiresAt }) => Date.parse(expiresAt) > Date.now()),
  }
})

export const onGetInvitation = guarded({ query: invitationQuery }, async ({ tx, actor, rule, query }) => {
  authorize(actor, rule)
  await invitationOfRecipient(tx, actor, { invitationId: query.id })
  return {}
})

type ListedMember = { userId: string; user: { email?: string } }

/** Who is no administrator sees who else is there, not their addresses. */
function membersFor({ userId, workspace }: SignedInActor, members: readonly ListedMember[]): ListedMember[] {
  if (isAtLeast(workspace.role, 'admin')) return [...members]
  return members.map((row) => {
    if (row.userId === userId) return row
    const { email: _, ...person } = row.user
    return { ...row, user: person }
  })
}

function withoutWhatMembersMayNotSee({ actor }: Entered, answer: { members: ListedMember[] }): unknown {
  const members = membersFor(actor, answer.members)
  return isAtLeast(actor.workspace.role, 'admin')
    ? { ...answer, members }
    : { ...answer, members, invitations: [] }
}
