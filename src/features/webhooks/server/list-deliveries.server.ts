import { and, desc, eq, sql } from 'drizzle-orm'
import { type SignedInActor, authorize } from '@plinth/core/access'
import { readCursor, writeCursor } from '@plinth/core/database/server'
import { AppError, type VerbContext } from '@plinth/core/verb/server'
import { webhooksAccess } from '../webhooks.access.ts'
import type { ListDeliveriesInput, WebhookIdInput } from '../webhooks.schema.ts'
import { shownEndpoint } from './list-endpoints.server.ts'
import { organizationOf, ownEndpoint } from './lock-endpoint.server.ts'
import { webhookDeliveries, webhookEndpoints, webhookEvents } from './webhooks.table.server.ts'

/** What a list shows of a delivery. */
const listed = {
  id: webhookDeliveries.id,
  eventId: webhookDeliveries.eventId,
  type: webhookEvents.type,
  status: webhookDeliveries.status,
  attempts: webhookDeliveries.attempts,
  nextAttemptAt: webhookDeliveries.nextAttemptAt,
  attemptedAt: webhookDeliveries.attemptedAt,
  durationMs: webhookDeliveries.durationMs,
  responseStatus: webhookDeliveries.responseStatus,
  problem: webhookDeliveries.problem,
  createdAt: webhookDeliveries.createdAt,
}

const inOrganization = (actor: SignedInActor) => eq(webhookDeliveries.organizationId, organizationOf(actor))

/**
 * Returns an endpoint with a page of its deliveries, newest first, by keyset pagination. Admins. Throws
 * not_found.
 */
export async function listDeliveries(ctx: VerbContext, { id, cursor, limit }: ListDeliveriesInput) {
  const actor = authorize(ctx.actor, webhooksAccess.read)
  const after = readCursor(cursor)
  const [endpoint] = await ctx.db.select(shownEndpoint).from(webhookEndpoints).where(ownEndpoint(actor, id))
  if (!endpoint) throw new AppError('not_found', 'errors:notFound')
  const rows = await ctx.db
    .select(listed)
    .from(webhookDeliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
    .where(
      and(
        inOrganization(actor),
        eq(webhookDeliveries.endpointId, id),
        after &&
          sql`(${webhookDeliveries.createdAt}, ${webhookDeliveries.id}) < (${after.at}::timestamptz, ${after.id})`,
      ),
    )
    .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
    .limit(limit + 1)
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return {
    endpoint,
    items,
    nextCursor: rows.length > limit && last ? writeCursor({ at: last.createdAt, id: last.id }) : null,
  }
}

/** Returns one delivery with its body and the start of the last answer. Admins. Throws not_found. */
export async function getDelivery(ctx: VerbContext, { id }: WebhookIdInput) {
  const actor = authorize(ctx.actor, webhooksAccess.read)
  const [found] = await ctx.db
    .select({ ...listed, payload: webhookEvents.payload, response: webhookDeliveries.response })
    .from(webhookDeliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
    .where(and(inOrganization(actor), eq(webhookDeliveries.id, id)))
  if (!found) throw new AppError('not_found', 'errors:notFound')
  return found
}
