import { asc, eq } from 'drizzle-orm'
import type { Db } from '#/core/db/database.server.ts'
import { member, organization } from '#/core/identity/identity.table.server.ts'

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
