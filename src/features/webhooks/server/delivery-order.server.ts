import { sql } from 'drizzle-orm'
import type { AuditRecord } from '#/core/audit/audit.server.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import { enqueueJob, type JobRef } from '#/core/jobs/jobs.server.ts'
import { createId } from '#/lib/create-id.ts'
import { webhookDeliveries, webhookEvents } from './webhooks.table.server.ts'

/** An event as its receivers get it. */
export type WebhookEvent = {
  id: string
  type: string
  timestamp: string
  data: {
    organizationId: string
    /** The user who did it; null for the application itself. */
    actorId: string | null
    target: { type: string; id: string } | null
    details: AuditRecord['details']
  }
}

/** One attempt. Outdated once the delivery has another revision. */
export type DeliveryOrder = { deliveryId: string; revision: number; organizationId: string }

export const deliverWebhook: JobRef<DeliveryOrder> = { name: 'deliver-webhook' }
/** The same for endpoints that answer slowly: they wait for each other and not in front of the rest. */
export const deliverSlowWebhook: JobRef<DeliveryOrder> = { name: 'deliver-slow-webhook' }

/** For jobs that only a failing database fails, and which must not be given up then. */
export const lastingly = {
  retryLimit: 20,
  retryDelaySeconds: 5,
  retryBackoff: true,
  retryDelayMaxSeconds: 600,
} as const

/** What an attempt is expected to take. */
const SECONDS = { usual: 1, slow: 10 } as const

type Receiver = { id: string; isSlow: boolean }

/**
 * Writes the event and its deliveries, and orders the first attempts. Does nothing for deliveries that are
 * there. Call it in a transaction that holds the organization.
 */
export async function addDeliveries(
  tx: Transaction,
  event: WebhookEvent,
  receivers: readonly Receiver[],
): Promise<void> {
  if (receivers.length === 0) return
  const { id: eventId, type, data } = event
  const { organizationId } = data
  const payload = JSON.stringify(event)
  await tx
    .insert(webhookEvents)
    .values({ id: eventId, organizationId, type, payload, createdAt: new Date(event.timestamp) })
    .onConflictDoNothing()
  for (const { id: endpointId, isSlow } of receivers) {
    const [added] = await tx
      .insert(webhookDeliveries)
      .values({ id: createId(), organizationId, endpointId, eventId, nextAttemptAt: sql`now()` })
      .onConflictDoNothing()
      .returning({ deliveryId: webhookDeliveries.id, revision: webhookDeliveries.revision })
    if (added) await orderDelivery(tx, { ...added, organizationId }, { isSlow })
  }
}

/** Queues an attempt, fairly between organizations. */
export async function orderDelivery(
  tx: Transaction,
  order: DeliveryOrder,
  { isSlow, afterSeconds = 0 }: { isSlow: boolean; afterSeconds?: number },
): Promise<void> {
  await enqueueJob(tx, isSlow ? deliverSlowWebhook : deliverWebhook, {
    data: order,
    startAfterSeconds: afterSeconds,
    group: { id: order.organizationId, seconds: isSlow ? SECONDS.slow : SECONDS.usual },
  })
}
