import { inArray, lt, sql } from 'drizzle-orm'
import type { OpenDatabase } from '#/core/db/database.server.ts'
import { deleteOld, olderThan } from '#/core/db/delete-old.server.ts'
import { chatRunEvents, chatRuns } from './chat.table.server.ts'
import { sweepThreads } from './delete-thread.server.ts'
import { endDeadRuns } from './end-run.server.ts'
import { sweepTokens } from './token-budget.server.ts'

/** How long the log of an ended answer can still be followed from its beginning. */
const LOG_HOURS = 24

/**
 * Ends answers whose process is gone, and removes logs, threads and days that are over. A scheduled job calls
 * it.
 */
export async function sweepChat(db: OpenDatabase['db']): Promise<void> {
  await endDeadRuns(db)
  const over = db
    .select({ id: chatRuns.id })
    .from(chatRuns)
    .where(lt(chatRuns.endedAt, sql`now() - make_interval(hours => ${LOG_HOURS})`))
  await db.delete(chatRunEvents).where(inArray(chatRunEvents.runId, over))
  await sweepThreads(db)
  await sweepTokens(db)
}

/**
 * Removes the records of how answers were made, so many days after their end; the answers stay, without the
 * name of their model. Answers how many. A scheduled job calls it.
 */
export function sweepRuns(
  db: OpenDatabase['db'],
  { days, signal }: { days: number; signal: AbortSignal | undefined },
): Promise<number> {
  return deleteOld(db, { table: chatRuns, where: sql`${chatRuns.endedAt} < ${olderThan(days)}`, signal })
}
