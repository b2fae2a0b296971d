import { authorize } from '@plinth/core/access'
import { databaseNow } from '@plinth/core/database/server'
import { AppError, type VerbContext } from '@plinth/core/verb/server'
import { createId } from '@plinth/core/schema'
import { TEST_EVENT } from '../webhooks.ts'
import { webhooksAccess } from '../webhooks.access.ts'
import type { WebhookIdInput } from '../webhooks.schema.ts'
import { addDeliveries } from './delivery-order.server.ts'
import { lockEndpoint, organizationOf } from './lock-endpoint.server.ts'

/** Sends a test event to one endpoint. Admins. Throws not_found; conflict while it is turned off. */
export async function sendTestEvent(ctx: VerbContext, { id }: WebhookIdInput): Promise<{ id: string }> {
  const actor = authorize(ctx.actor, webhooksAccess.manage)
  return ctx.db.transaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, actor, id)
    if (!endpoint.isEnabled) throw new AppError('conflict', 'webhooks:errors.off')
    const event = {
      id: createId(),
      type: TEST_EVENT,
      timestamp: databaseNow().toISOString(),
      data: {
        organizationId: organizationOf(actor),
        actorId: actor.userId,
        target: { type: 'webhook', id },
        details: {},
      },
    }
    await addDeliveries(tx, event, [endpoint.id])
    return { id: event.id }
  })
}
