import { eq } from 'drizzle-orm'
import { type Actor, authorize } from '@plinth/core/access'
import { type VerbContext, writeAudit } from '@plinth/core/verb/server'
import { type Transaction, allowLongStatements, member, organization } from '@plinth/core/database/server'
import { deleteBytes } from '@plinth/core/files/server'
import { organizationsAccess } from '../organizations.access.ts'
import type { IdInput } from '../organizations.schema.ts'
import { enterOrganization, type Organization } from './enter-organization.server.ts'
import { dropLogo } from './organization-logo.server.ts'

/**
 * Deletes an organization with its members, invitations and content in one transaction, by foreign keys.
 * Sessions in it fall back to the personal workspace on their next request. Owners. Throws not_found,
 * forbidden.
 */
export async function deleteOrganization(ctx: VerbContext, { id }: IdInput): Promise<{ id: string }> {
  const asked = authorize(ctx.actor, organizationsAccess.byId)
  const files = await ctx.db.transaction(async (tx) => {
    const { actor, organization: gone } = await enterOrganization(tx, asked, {
      rule: organizationsAccess.delete,
      id,
    })
    return removeOrganization(tx, actor, gone)
  })
  await deleteBytes(ctx, files)
  return { id }
}

/** Runs in the caller's transaction. Returns the ids of files whose bytes to delete after the commit. */
export async function removeOrganization(
  tx: Transaction,
  actor: Actor,
  { id, name, slug, logo }: Organization,
): Promise<string[]> {
  await allowLongStatements(tx)
  const members = await tx.$count(member, eq(member.organizationId, id))
  const fileId = await dropLogo(tx, logo)
  await tx.delete(organization).where(eq(organization.id, id))
  await writeAudit(tx, actor, {
    action: 'organization.delete',
    target: { type: 'organization', id },
    details: { name, slug, members },
  })
  return fileId === undefined ? [] : [fileId]
}
