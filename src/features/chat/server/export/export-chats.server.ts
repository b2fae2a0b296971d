import { and, asc, gt, isNull } from 'drizzle-orm'
import { isOwnContent } from '#/core/access/own-content.server.ts'
import type { Db } from '#/core/db/database.server.ts'
import { chatThreads } from '../chat.table.server.ts'
import { recordThread } from './thread-record.server.ts'

const BATCH = 50

/**
 * The conversations a user began, with their messages, read in batches. For the copy of their data; the
 * caller has authorized it.
 */
export async function* exportChats(db: Db, userId: string) {
  const { id, organizationId, page, title, createdAt, headId } = chatThreads
  let after: string | undefined
  for (;;) {
    const threads = await db
      .select({ id, organizationId, page, title, createdAt, headId })
      .from(chatThreads)
      .where(
        and(
          isOwnContent(chatThreads, userId),
          isNull(chatThreads.deletedAt),
          after === undefined ? undefined : gt(id, after),
        ),
      )
      .orderBy(asc(id))
      .limit(BATCH)
    for (const thread of threads)
      yield { organizationId: thread.organizationId, ...(await recordThread(db, thread)) }
    after = threads.at(-1)?.id
    if (threads.length < BATCH) return
  }
}
