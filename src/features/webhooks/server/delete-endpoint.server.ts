import { eq } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import { type VerbContext, writeAudit } from '@plinth/core/verb/server'
import { webhooksAccess } from '../webhooks.access.ts'
import type { WebhookIdInput } from '../webhooks.schema.ts'
import { lockEndpoint } from './lock-endpoint.server.ts'
import { webhookEndpoints } from './webhooks.table.server.ts'

/** Deletes an endpoint with its deliveries, waiting ones included. Admins. Throws not_found. */
export async function deleteEndpoint(ctx: VerbContext, { id }: WebhookIdInput): Promise<{ id: string }> {
  const actor = authorize(ctx.actor, webhooksAccess.manage)
  return ctx.db.transaction(async (tx) => {
    const { url } = await lockEndpoint(tx, actor, id)
    await tx.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id))
    await writeAudit(tx, actor, {
      action: 'webhook.delete',
      target: { type: 'webhook', id },
      details: { host: new URL(url).host },
    })
    return { id }
  })
}
