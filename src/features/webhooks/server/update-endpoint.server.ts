import { eq, sql } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import { type VerbContext, writeAudit } from '@plinth/core/verb/server'
import { webhooksAccess } from '../webhooks.access.ts'
import type { UpdateEndpointInput } from '../webhooks.schema.ts'
import { dropWaiting } from './disable-endpoint.server.ts'
import { lockEndpoint, lockEndpointList, organizationOf, refuseSameUrl } from './lock-endpoint.server.ts'
import { checkEndpoint, type WebhookServices } from './webhook-services.server.ts'
import { webhookEndpoints } from './webhooks.table.server.ts'

/**
 * Changes the URL or the events of an endpoint, or turns it on or off. Turning it off gives up the deliveries
 * that wait; a new URL and turning it on or off forget earlier failures. Admins. Throws not_found,
 * invalid, and conflict (field `url`) if another endpoint has that URL.
 */
export async function updateEndpoint(
  ctx: VerbContext,
  { id, ...changes }: UpdateEndpointInput,
  services: WebhookServices,
): Promise<{ id: string }> {
  const actor = authorize(ctx.actor, webhooksAccess.manage)
  checkEndpoint(changes, services)
  await ctx.db.transaction(async (tx) => {
    const organizationId = organizationOf(actor)
    await lockEndpointList(tx, organizationId)
    const before = await lockEndpoint(tx, actor, id)
    const { isEnabled = before.isEnabled, eventTypes = before.eventTypes } = changes
    const { host, href: url } = new URL(changes.url ?? before.url)
    if (url !== before.url) await refuseSameUrl(tx, { id, organizationId, url })
    const startsAnew = url !== before.url || isEnabled !== before.isEnabled
    await tx
      .update(webhookEndpoints)
      .set({
        url,
        eventTypes,
        isEnabled,
        updatedAt: sql`now()`,
        ...(startsAnew && { failingSince: null }),
      })
      .where(eq(webhookEndpoints.id, id))
    if (!isEnabled) await dropWaiting(tx, id)
    await writeAudit(tx, actor, {
      action: 'webhook.update',
      target: { type: 'webhook', id },
      details: { host, isEnabled },
    })
  })
  return { id }
}
