import { sql } from 'drizzle-orm'
import { type OpenDatabase, deleteOld, olderThan } from '@plinth/core/database/server'
import { defineSettings, retentionDays } from '@plinth/core/server'
import { defineJob } from '@plinth/core/jobs/server'
import { chatGenerationEvents, chatGenerations } from './chat.table.server.ts'
import { sweepThreads } from './threads/delete-thread.server.ts'
import { failStaleGenerations } from './generation/finish-generation.server.ts'
import { sweepTokens } from './limits/token-budget.server.ts'

/** How long the event log of an ended generation is kept. */
const LOG_HOURS = 24

/**
 * Ends stale generations, and deletes expired event logs, deleted threads and token counters.
 */
export async function sweepChat(db: OpenDatabase['db'], signal?: AbortSignal): Promise<void> {
  await failStaleGenerations(db)
  const where = sql`${chatGenerationEvents.generationId} in (select ${chatGenerations.id} from ${chatGenerations}
    where ${chatGenerations.endedAt} < now() - make_interval(hours => ${LOG_HOURS}::int))`
  await deleteOld(db, { table: chatGenerationEvents, where, signal })
  await sweepThreads(db, signal)
  await sweepTokens(db, signal)
}

export const sweepChatJob = defineJob({
  name: 'sweep-chat',
  cron: '*/5 * * * *',
  handler: ({ db, signal }) => sweepChat(db, signal),
})

export const chatSettings = defineSettings({ RETENTION_DAYS_RUNS: retentionDays(365) })

type Sweep = { days: number; signal?: AbortSignal }

/**
 * Deletes generations this many days after their end, and returns their number; 0 keeps them. The answers
 * stay, without the name of their model.
 */
export async function sweepGenerations(db: OpenDatabase['db'], { days, signal }: Sweep): Promise<number> {
  if (days === 0) return 0
  const where = sql`${chatGenerations.endedAt} < ${olderThan(days)}`
  return deleteOld(db, { table: chatGenerations, where, signal })
}

export const sweepGenerationsJob = defineJob({
  name: 'sweep-generations',
  cron: '17 3 * * *',
  handler: async ({ db, signal }) =>
    void (await sweepGenerations(db, { days: chatSettings.read().RETENTION_DAYS_RUNS, signal })),
})
