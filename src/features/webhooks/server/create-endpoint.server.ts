import { eq } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import { AppError, type VerbContext, writeAudit } from '@plinth/core/verb/server'
import { createId } from '@plinth/core/schema'
import { webhooksAccess } from '../webhooks.access.ts'
import { ENDPOINTS_PER_ORGANIZATION, type CreateEndpointInput } from '../webhooks.schema.ts'
import { lockEndpointList, organizationOf, refuseSameUrl } from './lock-endpoint.server.ts'
import { createSecret, encryptSecret } from './webhook-secret.server.ts'
import { checkEndpoint, type WebhookServices } from './webhook-services.server.ts'
import { webhookEndpoints } from './webhooks.table.server.ts'

/**
 * Registers an endpoint, enabled, with a new secret. Admins. Throws invalid (field `url` or `eventTypes`);
 * conflict when the organization has ten, or one with this URL.
 */
export async function createEndpoint(
  ctx: VerbContext,
  input: CreateEndpointInput,
  services: WebhookServices,
): Promise<{ id: string }> {
  const actor = authorize(ctx.actor, webhooksAccess.create)
  checkEndpoint(input, services)
  const organizationId = organizationOf(actor)
  const id = createId()
  const { host, href: url } = new URL(input.url)
  const secret = await encryptSecret(services.secret, createSecret())
  await ctx.db.transaction(async (tx) => {
    await lockEndpointList(tx, organizationId)
    const count = await tx.$count(webhookEndpoints, eq(webhookEndpoints.organizationId, organizationId))
    if (count >= ENDPOINTS_PER_ORGANIZATION)
      throw new AppError('conflict', 'webhooks:errors.tooMany', { max: ENDPOINTS_PER_ORGANIZATION })
    await refuseSameUrl(tx, { id, organizationId, url })
    await tx
      .insert(webhookEndpoints)
      .values({ id, organizationId, url, secret, eventTypes: input.eventTypes })
    await writeAudit(tx, actor, {
      action: 'webhook.create',
      target: { type: 'webhook', id },
      details: { host },
    })
  })
  return { id }
}
