import { asc, desc, eq, sql } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import type { VerbContext } from '@plinth/core/verb/server'
import { webhooksAccess } from '../webhooks.access.ts'
import { organizationOf } from './lock-endpoint.server.ts'
import { webhookDeliveries, webhookEndpoints } from './webhooks.table.server.ts'

/** What admins see of an endpoint. Its secret is read on its own. */
export const shownEndpoint = {
  id: webhookEndpoints.id,
  url: webhookEndpoints.url,
  eventTypes: webhookEndpoints.eventTypes,
  isEnabled: webhookEndpoints.isEnabled,
  failingSince: webhookEndpoints.failingSince,
  createdAt: webhookEndpoints.createdAt,
}

/**
 * Returns the organization's endpoints, oldest first, each with its newest delivery, and the names of the
 * events they can get. Admins.
 */
export async function listEndpoints(ctx: VerbContext, eventTypes: readonly string[]) {
  const actor = authorize(ctx.actor, webhooksAccess.read)
  const newest = ctx.db
    .select({
      status: webhookDeliveries.status,
      attempts: webhookDeliveries.attempts,
      problem: webhookDeliveries.problem,
      at: sql`coalesce(${webhookDeliveries.attemptedAt}, ${webhookDeliveries.createdAt})`
        .mapWith(webhookDeliveries.createdAt)
        .as('at'),
    })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.endpointId, webhookEndpoints.id))
    .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
    .limit(1)
    .as('newest')
  const rows = await ctx.db
    .select({
      endpoint: shownEndpoint,
      newest: { status: newest.status, attempts: newest.attempts, problem: newest.problem, at: newest.at },
    })
    .from(webhookEndpoints)
    .leftJoinLateral(newest, sql`true`)
    .where(eq(webhookEndpoints.organizationId, organizationOf(actor)))
    .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id))
  return {
    items: rows.map(({ endpoint, newest: lastDelivery }) => ({ ...endpoint, lastDelivery })),
    eventTypes,
  }
}
