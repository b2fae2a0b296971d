import { inArray, lt, sql } from 'drizzle-orm'
import type { OpenDatabase } from '#/core/db/database.server.ts'
import { deleteOld, olderThan } from '#/core/db/delete-old.server.ts'
import { chatGenerationEvents, chatGenerations } from './chat.table.server.ts'
import { sweepThreads } from './threads/delete-thread.server.ts'
import { failStaleGenerations } from './generation/finish-generation.server.ts'
import { sweepTokens } from './limits/token-budget.server.ts'

/** How long the event log of an ended generation can still be followed. */
const LOG_HOURS = 24

/**
 * Ends stale generations, and deletes event logs, threads and counters that are over. A scheduled job calls
 * it.
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
 * Deletes generations so many days after their end; the answers stay, without the name of their model.
 * Answers how many. A scheduled job calls it.
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
