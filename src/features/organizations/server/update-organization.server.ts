import { eq } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import { type VerbContext, writeAudit } from '@plinth/core/verb/server'
import { organization } from '@plinth/core/database/server'
import { organizationsAccess } from '../organizations.access.ts'
import type { UpdateOrganizationInput } from '../organizations.schema.ts'
import { claimSlug } from './claim-slug.server.ts'
import { enterOrganization } from './enter-organization.server.ts'

/**
 * Changes name and slug. Owners and admins of that organization. Throws not_found, forbidden, conflict for a
 * taken slug (field `slug`).
 */
export async function updateOrganization(ctx: VerbContext, { id, ...changes }: UpdateOrganizationInput) {
  const asked = authorize(ctx.actor, organizationsAccess.byId)
  return ctx.db.transaction(async (tx) => {
    const rule = organizationsAccess.update
    const { actor, organization: before } = await enterOrganization(tx, asked, { rule, id })
    const { name = before.name, slug = before.slug } = changes
    if (slug !== before.slug) await claimSlug(tx, slug, id)
    await tx.update(organization).set({ name, slug }).where(eq(organization.id, id))
    await writeAudit(tx, actor, {
      action: 'organization.update',
      target: { type: 'organization', id },
      details: { name, slug, nameBefore: before.name, slugBefore: before.slug },
    })
    return { id, name, slug, logo: before.logo }
  })
}
