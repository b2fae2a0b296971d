import { sql } from 'drizzle-orm'
import type { AuditRecord } from '@plinth/core/verb/server'
import type { Db, Transaction } from '@plinth/core/database/server'
import { type JobRef, chargeGroup, enqueueJob } from '@plinth/core/jobs/server'
import { createId } from '@plinth/core/schema'
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

/** What an attempt is expected to take; what it takes beyond is charged afterwards. */
const ATTEMPT_SECONDS = 1

/** For jobs that only a failing database fails, and which must not be given up then. */
export const lastingly = {
  retryLimit: 20,
  retryDelaySeconds: 5,
  retryBackoff: true,
  retryDelayMaxSeconds: 600,
} as const

/**
 * Writes the event and its deliveries, and orders the first attempts. Does nothing for deliveries that are
 * there. Call it in a transaction that holds the organization.
 */
export async function addDeliveries(
  tx: Transaction,
  event: WebhookEvent,
  endpointIds: readonly string[],
): Promise<void> {
  if (endpointIds.length === 0) return
  const { id: eventId, type, data } = event
  const { organizationId } = data
  const payload = JSON.stringify(event)
  await tx
    .insert(webhookEvents)
    .values({ id: eventId, organizationId, type, payload, createdAt: new Date(event.timestamp) })
    .onConflictDoNothing()
  for (const endpointId of endpointIds) {
    const [added] = await tx
      .insert(webhookDeliveries)
      .values({ id: createId(), organizationId, endpointId, eventId, nextAttemptAt: sql`now()` })
      .onConflictDoNothing()
      .returning({ deliveryId: webhookDeliveries.id, revision: webhookDeliveries.revision })
    if (added) await orderDelivery(tx, { ...added, organizationId })
  }
}

/** Queues an attempt, fairly between organizations. */
export const orderDelivery = (
  tx: Transaction,
  order: DeliveryOrder,
  startAfterSeconds?: number,
): Promise<void> =>
  enqueueJob(tx, deliverWebhook, {
    data: order,
    startAfterSeconds,
    group: { id: order.organizationId, seconds: ATTEMPT_SECONDS },
  })

/** Charges an organization what an attempt took beyond the expected. */
export const chargeAttempt = (db: Db, organizationId: string, took: number): Promise<void> =>
  chargeGroup(db, deliverWebhook, { id: organizationId, seconds: Math.ceil(took) - ATTEMPT_SECONDS })
