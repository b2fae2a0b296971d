import { eq } from 'drizzle-orm'
import { type Actor, authorize } from '@plinth/core/access'
import { type VerbContext, writeAudit } from '@plinth/core/verb/server'
import {
  type Transaction,
  allowLongStatements,
  endWorkspace,
  member,
  organization,
  requireEnded,
} from '@plinth/core/database/server'
import { deleteBytes } from '@plinth/core/files/server'
import { organizationsAccess } from '../organizations.access.ts'
import type { IdInput } from '../organizations.schema.ts'
import { enterOrganization, type Organization } from './enter-organization.server.ts'
import { dropLogo } from './organization-logo.server.ts'

/**
 * Deletes an organization with its members, invitations and content in one transaction, by foreign keys.
 * Sessions in it fall back to the personal workspace on their next request. What it pays for is ended
 * before. Owners. Throws not_found, forbidden, and unavailable if that can't be ended now.
 */
export async function deleteOrganization(ctx: VerbContext, { id }: IdInput): Promise<{ id: string }> {
  const asked = authorize(ctx.actor, organizationsAccess.byId)
  const enter = (tx: Transaction) => enterOrganization(tx, asked, { rule: organizationsAccess.delete, id })
  await ctx.db.transaction(enter)
  await endWorkspace(ctx, { organizationId: id })
  const files = await ctx.db.transaction(async (tx) => {
    const { actor, organization: gone } = await enter(tx)
    await requireEnded(tx, { organizationId: id })
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
