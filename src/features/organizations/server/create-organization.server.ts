import { and, eq } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import { AppError, type VerbContext, consumeLimit, perDay, writeAudit } from '@plinth/core/verb/server'
import { member, organization, session } from '@plinth/core/database/server'
import { lockForCredential } from '@plinth/core/auth/server'
import { createId } from '@plinth/core/schema'
import { organizationsAccess } from '../organizations.access.ts'
import type { CreateOrganizationInput } from '../organizations.schema.ts'
import { claimSlug } from './claim-slug.server.ts'

/** The maximum number of organizations a user may own when creating one. */
export const OWNED_ORGANIZATIONS_MAX = 10
const CREATED_PER_DAY = 20

/**
 * Creates an organization owned by the actor and makes it their active workspace. Any user with a verified
 * address. Throws conflict for a taken slug (field `slug`) and at 10 owned organizations; limit at 20 a day.
 */
export async function createOrganization(ctx: VerbContext, { name, slug }: CreateOrganizationInput) {
  const actor = authorize(ctx.actor, organizationsAccess.create)
  const { userId } = actor
  await consumeLimit(ctx.db, `organization.create:${userId}`, perDay(CREATED_PER_DAY))
  return ctx.db.transaction(async (tx) => {
    // Parallel requests cannot exceed the limit.
    await lockForCredential(tx, actor)
    const owned = await tx.$count(member, and(eq(member.userId, userId), eq(member.role, 'owner')))
    if (owned >= OWNED_ORGANIZATIONS_MAX)
      throw new AppError('conflict', 'organizations:errors.tooManyOrganizations', {
        max: OWNED_ORGANIZATIONS_MAX,
      })
    await claimSlug(tx, slug)
    const id = createId()
    await tx.insert(organization).values({ id, name, slug })
    await tx.insert(member).values({ id: createId(), organizationId: id, userId, role: 'owner' })
    await tx.update(session).set({ activeOrganizationId: id }).where(eq(session.id, actor.sessionId))
    const inside = { ...actor, workspace: { organizationId: id, role: 'owner' as const } }
    await writeAudit(tx, inside, {
      action: 'organization.create',
      target: { type: 'organization', id },
      details: { name, slug },
    })
    return { id, name, slug, logo: null, role: 'owner' as const }
  })
}
