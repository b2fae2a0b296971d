import { asc, eq, sql } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import { member, organization, preparedQuery } from '@plinth/core/database/server'
import { storedRole } from '#/roles.server.ts'
import type { VerbContext } from '@plinth/core/verb/server'
import { organizationsAccess } from '../organizations.access.ts'

const LISTED_MAX = 500

const organizationsOf = preparedQuery((db) =>
  db
    .select({
      id: organization.id,
      name: organization.name,
      slug: organization.slug,
      logo: organization.logo,
      role: member.role,
    })
    .from(member)
    .innerJoin(organization, eq(organization.id, member.organizationId))
    .where(eq(member.userId, sql.placeholder('userId')))
    .orderBy(asc(organization.name), asc(organization.id))
    .limit(LISTED_MAX),
)

/**
 * Returns the actor's organizations, sorted by name, with the actor's role in each; with a token, only
 * the one that it is for. Any user.
 */
export async function listOrganizations(ctx: VerbContext) {
  const actor = authorize(ctx.actor, organizationsAccess.list)
  const rows = await organizationsOf(ctx.db).execute({ userId: actor.userId })
  const isFor = (id: string) => !actor.token || id === actor.workspace.organizationId
  const items = rows
    .filter(({ id }) => isFor(id))
    .map((row) => ({ ...row, role: storedRole.parse(row.role) }))
  return { items, nextCursor: null }
}
