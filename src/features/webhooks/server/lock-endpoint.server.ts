import { and, eq, ne } from 'drizzle-orm'
import type { SignedInActor } from '@plinth/core/access'
import { AppError } from '@plinth/core/verb/server'
import { type Transaction, holdOwners, organization } from '@plinth/core/database/server'
import { webhookEndpoints } from './webhooks.table.server.ts'

/** The active organization. Rules of webhooks deny the personal workspace. */
export function organizationOf({ workspace: { organizationId } }: SignedInActor): string {
  if (organizationId === null) throw new AppError('forbidden', 'errors:forbidden')
  return organizationId
}

/**
 * Holds the list of an organization's endpoints: they are written one after the other, so that what was
 * counted and compared stays true. Events may be published meanwhile.
 */
export async function lockEndpointList(tx: Transaction, organizationId: string): Promise<void> {
  await tx
    .select({ id: organization.id })
    .from(organization)
    .where(eq(organization.id, organizationId))
    .for('no key update')
}

/** Throws conflict (field `url`) if another endpoint of the organization has that URL. */
export async function refuseSameUrl(
  tx: Transaction,
  { id, organizationId, url }: { id: string; organizationId: string; url: string },
): Promise<void> {
  const isAnother = and(eq(webhookEndpoints.organizationId, organizationId), ne(webhookEndpoints.id, id))
  if ((await tx.$count(webhookEndpoints, and(isAnother, eq(webhookEndpoints.url, url)))) > 0)
    throw new AppError('conflict', 'webhooks:errors.sameUrl', { field: 'url' })
}

/** The condition for one endpoint of the active organization. */
export const ownEndpoint = (actor: SignedInActor, id: string) =>
  and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.organizationId, organizationOf(actor)))

/**
 * Locks an endpoint of the active organization, which it holds first. Deliveries may refer to it meanwhile:
 * who writes some holds what this transaction locks next. Throws not_found.
 */
export async function lockEndpoint(tx: Transaction, actor: SignedInActor, id: string) {
  await holdOwners(tx, { organizationId: organizationOf(actor), userId: null })
  const [found] = await tx.select().from(webhookEndpoints).where(ownEndpoint(actor, id)).for('no key update')
  if (!found) throw new AppError('not_found', 'errors:notFound')
  return found
}
