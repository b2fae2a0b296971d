import { and, asc, eq } from 'drizzle-orm'
import { type Db, invitation, member, organization } from '@plinth/core/database/server'

/** Returns the user's memberships for their data export. */
export const exportOrganizations = (db: Db, userId: string) =>
  db
    .select({
      id: organization.id,
      name: organization.name,
      slug: organization.slug,
      role: member.role,
      since: member.createdAt,
    })
    .from(member)
    .innerJoin(organization, eq(organization.id, member.organizationId))
    .where(eq(member.userId, userId))
    .orderBy(asc(organization.name))

/** Returns the invitations that the user sent into organizations they are in. For their data export. */
export const exportInvitations = (db: Db, userId: string) =>
  db
    .select({
      organizationId: invitation.organizationId,
      email: invitation.email,
      role: invitation.role,
      status: invitation.status,
      createdAt: invitation.createdAt,
      expiresAt: invitation.expiresAt,
    })
    .from(invitation)
    .innerJoin(
      member,
      and(eq(member.organizationId, invitation.organizationId), eq(member.userId, invitation.inviterId)),
    )
    .where(eq(invitation.inviterId, userId))
    .orderBy(asc(invitation.createdAt), asc(invitation.id))
