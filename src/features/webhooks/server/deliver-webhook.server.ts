import { and, eq, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { type Db, type Transaction, holdOwners } from '@plinth/core/database/server'
import { type JobContext, type JobDefinition, defineJob } from '@plinth/core/jobs/server'
import {
  chargeAttempt,
  deliverWebhook,
  lastingly,
  orderDelivery,
  type DeliveryOrder,
} from './delivery-order.server.ts'
import { disableFailing } from './disable-endpoint.server.ts'
import type { Sending } from './make-attempt.server.ts'
import { webhookDeliveries, webhookEndpoints, webhookEvents } from './webhooks.table.server.ts'

/** The seconds between one attempt and the next: ten attempts over three days. */
export const RETRY_AFTER_SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const

type Parts = Omit<Sending, keyof JobContext>

/**
 * Sends one attempt. Sends again if the process ends before the result is stored: receivers get an event at
 * least once. An organization has one of an instance's workers at most.
 */
export const deliverWebhookJob = (parts: Parts): JobDefinition<DeliveryOrder> =>
  defineJob<DeliveryOrder>({
    ...deliverWebhook,
    ...queue,
    async handler(context, order) {
      const found = await findCurrent(context.db, order)
      if (found) await deliver({ ...context, ...parts }, order, found)
    },
  })

const queue = { ...lastingly, timeoutSeconds: 60, concurrency: 4 } as const

const currentDelivery = ({ deliveryId, revision }: DeliveryOrder) =>
  and(
    eq(webhookDeliveries.id, deliveryId),
    eq(webhookDeliveries.revision, revision),
    eq(webhookDeliveries.status, 'waiting'),
  )

type Current = NonNullable<Awaited<ReturnType<typeof findCurrent>>>

/** Returns what to send, unless the delivery is over, gone, or has a newer order. */
async function findCurrent(db: Db, order: DeliveryOrder) {
  const [found] = await db
    .select({
      endpointId: webhookEndpoints.id,
      url: webhookEndpoints.url,
      secret: webhookEndpoints.secret,
      isEnabled: webhookEndpoints.isEnabled,
      eventId: webhookEvents.id,
      payload: webhookEvents.payload,
      attempts: webhookDeliveries.attempts,
    })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
    .where(currentDelivery(order))
  return found
}

async function deliver(context: JobContext & Parts, order: DeliveryOrder, found: Current): Promise<void> {
  const { makeAttempt } = await import('./make-attempt.server.ts')
  const attempt = found.isEnabled ? await makeAttempt(context, found) : undefined
  await context.db.transaction(async (tx) => {
    await holdOwners(tx, { organizationId: order.organizationId, userId: null })
    if (!attempt) return void (await record(tx, order, { status: 'failed', problem: 'disabled' }))
    const { problem, status: responseStatus, answer: response, durationMs } = attempt
    // The endpoint before its deliveries, like its deletion.
    const [endpoint] = await tx
      .update(webhookEndpoints)
      .set({
        failingSince: problem ? sql`coalesce(${webhookEndpoints.failingSince}, now())` : null,
      })
      .where(and(eq(webhookEndpoints.id, found.endpointId), webhookEndpoints.isEnabled))
      .returning({ id: webhookEndpoints.id })
    const afterSeconds = endpoint && problem ? RETRY_AFTER_SECONDS[found.attempts] : undefined
    const isLast = problem !== null && afterSeconds === undefined
    const next = await record(tx, order, {
      status: problem === null ? 'succeeded' : isLast ? 'failed' : 'waiting',
      attempts: found.attempts + 1,
      attemptedAt: sql`now()`,
      nextAttemptAt:
        afterSeconds === undefined ? null : sql`now() + make_interval(secs => ${afterSeconds}::int)`,
      problem,
      responseStatus,
      response,
      durationMs,
    })
    if (!endpoint || problem === null) return
    if (next && afterSeconds !== undefined) await orderDelivery(tx, next, afterSeconds)
    await disableFailing(tx, found.endpointId)
  })
  if (attempt) await chargeAttempt(context.db, order.organizationId, attempt.durationMs / 1_000)
}

/**
 * Stores what has become of an order. Returns the delivery's next one, or undefined if it has another by now:
 * it was sent again by hand, or this one runs a second time.
 */
async function record(
  tx: Transaction,
  order: DeliveryOrder,
  values: PgUpdateSetSource<typeof webhookDeliveries>,
): Promise<DeliveryOrder | undefined> {
  const revision = order.revision + 1
  const stored = await tx
    .update(webhookDeliveries)
    .set({ nextAttemptAt: null, ...values, revision })
    .where(currentDelivery(order))
    .returning({ id: webhookDeliveries.id })
  return stored.length > 0 ? { ...order, revision } : undefined
}
