import { and, asc, gt } from 'drizzle-orm'
import { ownContent } from '@plinth/core/verb/server'
import type { Db } from '@plinth/core/database/server'
import { chatThreads } from '../chat.table.server.ts'
import { recordThread } from './thread-record.server.ts'

const BATCH = 50

/**
 * Yields the threads that a user created, in workspaces they are in, with their messages and with deleted
 * threads that are still stored, read in batches. For the export of their data; the caller must authorize it.
 */
export async function* exportChats(db: Db, userId: string) {
  const { id, organizationId, page, title, createdAt, headId, deletedAt } = chatThreads
  let after: string | undefined
  for (;;) {
    const threads = await db
      .select({ id, organizationId, page, title, createdAt, headId, deletedAt })
      .from(chatThreads)
      .where(and(ownContent(chatThreads, userId), after === undefined ? undefined : gt(id, after)))
      .orderBy(asc(id))
      .limit(BATCH)
    for (const thread of threads)
      yield {
        organizationId: thread.organizationId,
        deletedAt: thread.deletedAt,
        ...(await recordThread(db, thread)),
      }
    after = threads.at(-1)?.id
    if (threads.length < BATCH) return
  }
}
