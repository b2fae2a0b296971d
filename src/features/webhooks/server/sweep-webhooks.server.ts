import { sql } from 'drizzle-orm'
import type { OpenDatabase } from '#/core/db/database.server.ts'
import { deleteOld, olderThan } from '#/core/db/delete-old.server.ts'
import { defineJob } from '#/core/jobs/jobs.server.ts'
import { webhooksSettings } from './webhooks-settings.server.ts'
import { webhookDeliveries, webhookEvents } from './webhooks.table.server.ts'

type Sweep = { days: number; signal?: AbortSignal }

/**
 * Deletes events with their deliveries after that many days, unless one still waits, and returns their
 * number; 0 keeps them.
 */
export async function sweepWebhooks(db: OpenDatabase['db'], { days, signal }: Sweep): Promise<number> {
  if (days === 0) return 0
  const isWaiting = sql`exists (select from ${webhookDeliveries}
    where ${webhookDeliveries.eventId} = ${webhookEvents.id} and ${webhookDeliveries.status} = 'waiting')`
  const where = sql`${webhookEvents.createdAt} < ${olderThan(days)} and not ${isWaiting}`
  return deleteOld(db, { table: webhookEvents, where, signal })
}

export const sweepWebhooksJob = defineJob({
  name: 'sweep-webhooks',
  cron: '47 3 * * *',
  handler: async ({ db, signal }) =>
    void (await sweepWebhooks(db, { days: webhooksSettings.read().RETENTION_DAYS_WEBHOOKS, signal })),
})
