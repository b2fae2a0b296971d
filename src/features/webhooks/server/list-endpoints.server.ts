import { asc, eq } from 'drizzle-orm'
import { authorize } from '#/core/access/access.ts'
import type { VerbContext } from '#/core/trpc/context.server.ts'
import { webhooksAccess } from '../webhooks.access.ts'
import { organizationOf } from './lock-endpoint.server.ts'
import { webhookEndpoints } from './webhooks.table.server.ts'

/** What admins see of an endpoint. Its secret is read on its own. */
export const shownEndpoint = {
  id: webhookEndpoints.id,
  url: webhookEndpoints.url,
  eventTypes: webhookEndpoints.eventTypes,
  isEnabled: webhookEndpoints.isEnabled,
  failingSince: webhookEndpoints.failingSince,
  createdAt: webhookEndpoints.createdAt,
}

/** Returns the organization's endpoints, oldest first, and the names of the events they can get. Admins. */
export async function listEndpoints(ctx: VerbContext, eventTypes: readonly string[]) {
  const actor = authorize(ctx.actor, webhooksAccess.read)
  const items = await ctx.db
    .select(shownEndpoint)
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.organizationId, organizationOf(actor)))
    .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id))
  return { items, eventTypes }
}
