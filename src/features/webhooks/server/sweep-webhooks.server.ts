import { and, eq, inArray, lt, not, sql } from 'drizzle-orm'
import { type OpenDatabase, deleteOld, inBatches, olderThan } from '@plinth/core/database/server'
import { defineJob, hasUnfinishedJob } from '@plinth/core/jobs/server'
import { deliverWebhook } from './delivery-order.server.ts'
import { webhooksSettings } from './webhooks-settings.server.ts'
import { webhookDeliveries, webhookEvents } from './webhooks.table.server.ts'

type Sweep = { days: number; signal?: AbortSignal }

/**
 * Fails deliveries whose job is gone, then deletes events with their deliveries after that many days, unless
 * one still waits. Returns the number of events; 0 days keep them.
 */
export async function sweepWebhooks(db: OpenDatabase['db'], { days, signal }: Sweep): Promise<number> {
  await failLost(db, signal)
  if (days === 0) return 0
  const isWaiting = sql`exists (select from ${webhookDeliveries}
    where ${webhookDeliveries.eventId} = ${webhookEvents.id} and ${webhookDeliveries.status} = 'waiting')`
  const where = sql`${webhookEvents.createdAt} < ${olderThan(days)} and not ${isWaiting}`
  return deleteOld(db, { table: webhookEvents, where, signal })
}

/** An administrator has discarded the job, or it waited too long. */
async function failLost(db: OpenDatabase['db'], signal?: AbortSignal): Promise<void> {
  const isOverdue = and(
    eq(webhookDeliveries.status, 'waiting'),
    lt(webhookDeliveries.nextAttemptAt, sql`now() - interval '1 hour'`),
  )
  const hasJob = hasUnfinishedJob([deliverWebhook], ['deliveryId', webhookDeliveries.id])
  await inBatches(async (limit) => {
    const lost = db
      .select({ id: webhookDeliveries.id })
      .from(webhookDeliveries)
      .where(and(isOverdue, not(hasJob)))
      .limit(limit)
    const { rowCount } = await db
      .update(webhookDeliveries)
      .set({
        status: 'failed',
        problem: 'lost',
        nextAttemptAt: null,
        revision: sql`${webhookDeliveries.revision} + 1`,
      })
      .where(and(inArray(webhookDeliveries.id, lost), isOverdue))
    return rowCount ?? 0
  }, signal)
}

export const sweepWebhooksJob = defineJob({
  name: 'sweep-webhooks',
  cron: '47 * * * *',
  handler: async ({ db, signal }) =>
    void (await sweepWebhooks(db, { days: webhooksSettings.read().RETENTION_DAYS_WEBHOOKS, signal })),
})
