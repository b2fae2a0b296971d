import { inArray, lt, sql } from 'drizzle-orm'
import type { OpenDatabase } from '#/core/db/database.server.ts'
import { deleteOld, olderThan } from '#/core/db/delete-old.server.ts'
import { chatGenerationEvents, chatGenerations } from './chat.table.server.ts'
import { sweepThreads } from './threads/delete-thread.server.ts'
import { failStaleGenerations } from './generation/finish-generation.server.ts'
import { sweepTokens } from './limits/token-budget.server.ts'

/** How long the event log of an ended generation is kept. */
const LOG_HOURS = 24

/**
 * Ends stale generations, and deletes expired event logs, deleted threads and token counters. For a scheduled
 * job.
 */
export async function sweepChat(db: OpenDatabase['db']): Promise<void> {
  await failStaleGenerations(db)
  const over = db
    .select({ id: chatGenerations.id })
    .from(chatGenerations)
    .where(lt(chatGenerations.endedAt, sql`now() - make_interval(hours => ${LOG_HOURS})`))
  await db.delete(chatGenerationEvents).where(inArray(chatGenerationEvents.generationId, over))
  await sweepThreads(db)
  await sweepTokens(db)
}

/**
 * Deletes generations this many days after their end, and returns their number. The answers stay, without the
 * name of their model. For a scheduled job.
 */
export function sweepGenerations(
  db: OpenDatabase['db'],
  { days, signal }: { days: number; signal: AbortSignal | undefined },
): Promise<number> {
  return deleteOld(db, {
    table: chatGenerations,
    where: sql`${chatGenerations.endedAt} < ${olderThan(days)}`,
    signal,
  })
}
