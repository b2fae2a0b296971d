import { and, eq, sql } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import { AppError, type VerbContext } from '@plinth/core/verb/server'
import { webhooksAccess } from '../webhooks.access.ts'
import type { WebhookIdInput } from '../webhooks.schema.ts'
import { orderDelivery } from './delivery-order.server.ts'
import { lockEndpoint, organizationOf } from './lock-endpoint.server.ts'
import { webhookDeliveries } from './webhooks.table.server.ts'

/**
 * Sends a delivery again right away, with all its attempts anew and the same webhook-id. Admins. Throws
 * not_found; conflict while the endpoint is turned off.
 */
export async function resendDelivery(ctx: VerbContext, { id }: WebhookIdInput): Promise<{ id: string }> {
  const actor = authorize(ctx.actor, webhooksAccess.manage)
  const organizationId = organizationOf(actor)
  return ctx.db.transaction(async (tx) => {
    const isIt = and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.organizationId, organizationId))
    const [found] = await tx
      .select({ endpointId: webhookDeliveries.endpointId })
      .from(webhookDeliveries)
      .where(isIt)
    if (!found) throw new AppError('not_found', 'errors:notFound')
    const endpoint = await lockEndpoint(tx, actor, found.endpointId)
    if (!endpoint.isEnabled) throw new AppError('conflict', 'webhooks:errors.off')
    const [renewed] = await tx
      .update(webhookDeliveries)
      .set({
        status: 'waiting',
        attempts: 0,
        nextAttemptAt: sql`now()`,
        revision: sql`${webhookDeliveries.revision} + 1`,
      })
      .where(isIt)
      .returning({ revision: webhookDeliveries.revision })
    if (!renewed) throw new AppError('not_found', 'errors:notFound')
    await orderDelivery(tx, { deliveryId: id, organizationId, ...renewed })
    return { id }
  })
}
