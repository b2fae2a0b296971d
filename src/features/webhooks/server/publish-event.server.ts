import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { AuditRecord } from '@plinth/core/verb/server'
import { type Db, type Transaction, databaseNow, holdOwners } from '@plinth/core/database/server'
import { defineJob, enqueueJob } from '@plinth/core/jobs/server'
import { addDeliveries, lastingly, type WebhookEvent } from './delivery-order.server.ts'
import { webhookEndpoints } from './webhooks.table.server.ts'

/**
 * Publishes an audit entry of an organization, in the transaction of the change. Writes a job and nothing
 * that a deletion of the organization could wait for; costs one query if no endpoint gets this event.
 */
export async function publishEvent(
  tx: Transaction,
  type: string,
  { id, organizationId, actorId, targetType, targetId, details }: AuditRecord,
): Promise<void> {
  if (organizationId === null) return
  const [receiver] = await receivers(tx, { organizationId, type }).limit(1)
  if (!receiver) return
  const event: WebhookEvent = {
    id,
    type,
    timestamp: databaseNow().toISOString(),
    data: {
      organizationId,
      actorId,
      target: targetType === null || targetId === null ? null : { type: targetType, id: targetId },
      details,
    },
  }
  await enqueueJob(tx, publishEventJob, { data: event })
}

/** Writes the event and a delivery for each endpoint that gets it. */
export const publishEventJob = defineJob<WebhookEvent>({
  name: 'publish-webhook-event',
  ...lastingly,
  handler: async ({ db }, event) =>
    db.transaction(async (tx) => {
      const { organizationId } = event.data
      await holdOwners(tx, { organizationId, userId: null })
      const found = await receivers(tx, { organizationId, type: event.type })
      await addDeliveries(
        tx,
        event,
        found.map(({ id }) => id),
      )
    }),
})

function receivers(db: Db, { organizationId, type }: { organizationId: string; type: string }) {
  const isChosen = or(isNull(webhookEndpoints.eventTypes), sql`${type} = any(${webhookEndpoints.eventTypes})`)
  return db
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.organizationId, organizationId), webhookEndpoints.isEnabled, isChosen))
}
