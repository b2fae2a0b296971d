import { eq, sql } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import { AppError, type VerbContext, writeAudit } from '@plinth/core/verb/server'
import { webhooksAccess } from '../webhooks.access.ts'
import type { WebhookIdInput } from '../webhooks.schema.ts'
import { lockEndpoint, ownEndpoint } from './lock-endpoint.server.ts'
import { createSecret, decryptSecret, encryptSecret } from './webhook-secret.server.ts'
import type { WebhookServices } from './webhook-services.server.ts'
import { webhookEndpoints } from './webhooks.table.server.ts'

/**
 * Returns the secret that signs an endpoint's requests. Admins. Throws not_found; conflict when it was
 * encrypted with another signing secret.
 */
export async function readSecret(
  ctx: VerbContext,
  { id }: WebhookIdInput,
  services: WebhookServices,
): Promise<{ secret: string }> {
  const actor = authorize(ctx.actor, webhooksAccess.manage)
  const [found] = await ctx.db
    .select({ secret: webhookEndpoints.secret })
    .from(webhookEndpoints)
    .where(ownEndpoint(actor, id))
  if (!found) throw new AppError('not_found', 'errors:notFound')
  try {
    return { secret: await decryptSecret(services.secret, found.secret) }
  } catch (error) {
    ctx.log.warn({ err: error, endpointId: id }, 'the secret of a webhook could not be decrypted')
    throw new AppError('conflict', 'webhooks:problems.unreadableSecret')
  }
}

/** Replaces the secret: requests are signed with the new one from now on. Admins. Throws not_found. */
export async function rotateSecret(
  ctx: VerbContext,
  { id }: WebhookIdInput,
  services: WebhookServices,
): Promise<{ secret: string }> {
  const actor = authorize(ctx.actor, webhooksAccess.manage)
  const secret = createSecret()
  const encrypted = await encryptSecret(services.secret, secret)
  await ctx.db.transaction(async (tx) => {
    const { url } = await lockEndpoint(tx, actor, id)
    await tx
      .update(webhookEndpoints)
      .set({ secret: encrypted, updatedAt: sql`now()` })
      .where(eq(webhookEndpoints.id, id))
    await writeAudit(tx, actor, {
      action: 'webhook.rotateSecret',
      target: { type: 'webhook', id },
      details: { host: new URL(url).host },
    })
  })
  return { secret }
}
