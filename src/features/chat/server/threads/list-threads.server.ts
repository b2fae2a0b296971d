import { and, desc, eq, exists, isNull, or, sql } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import type { VerbContext } from '@plinth/core/verb/server'
import { inWorkspace, prefixQuery, readCursor, user, writeCursor } from '@plinth/core/database/server'
import { chatsAccess } from '#/features/chat/chat.access.ts'
import type { ListThreadsInput } from '#/features/chat/chat.schema.ts'
import { chatMessages, chatGenerations, chatThreads } from '../chat.table.server.ts'
import { listedThread } from './read-thread.server.ts'

/**
 * Returns the workspace's threads, latest message first, with keyset pagination. `search` keeps threads whose
 * title or a single message contains every word as a prefix. Any member.
 */
export async function listThreads(ctx: VerbContext, { cursor, limit, page, search }: ListThreadsInput) {
  const actor = authorize(ctx.actor, chatsAccess.list)
  const after = readCursor(cursor)
  const query = search ? await prefixQuery(ctx.db, search) : undefined
  if (search && query === undefined) return { items: [], nextCursor: null }
  const matching = ctx.db
    .select({ id: chatMessages.id })
    .from(chatMessages)
    .where(and(eq(chatMessages.threadId, chatThreads.id), sql`${chatMessages.search} @@ ${query}::tsquery`))
  const isAnswering = sql<boolean>`exists (select 1 from ${chatGenerations} where ${chatGenerations.threadId} = ${chatThreads.id} and ${chatGenerations.state} = 'running' and ${chatGenerations.leaseUntil} > now())`
  const rows = await ctx.db
    .select({ ...listedThread, isAnswering })
    .from(chatThreads)
    .leftJoin(user, eq(user.id, chatThreads.createdById))
    .where(
      and(
        inWorkspace(chatThreads, actor),
        isNull(chatThreads.deletedAt),
        page && eq(chatThreads.page, page),
        query === undefined
          ? undefined
          : or(sql`${chatThreads.search} @@ ${query}::tsquery`, exists(matching)),
        after && sql`(${chatThreads.updatedAt}, ${chatThreads.id}) < (${after.at}::timestamptz, ${after.id})`,
      ),
    )
    .orderBy(desc(chatThreads.updatedAt), desc(chatThreads.id))
    .limit(limit + 1)
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return {
    items,
    nextCursor: rows.length > limit && last ? writeCursor({ at: last.updatedAt, id: last.id }) : null,
  }
}
