import { and, desc, eq, sql } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import type { VerbContext } from '@plinth/core/verb/server'
import { inWorkspace, readCursor, user, writeCursor } from '@plinth/core/database/server'
import { documentsAccess } from '../documents.access.ts'
import type { ListDocumentsInput } from '../documents.schema.ts'
import { documents } from './documents.table.server.ts'
import { shownDocument } from './read-document.server.ts'

/** Returns the workspace's documents, newest first, paginated by keyset. Any member. */
export async function listDocuments(ctx: VerbContext, { cursor, limit }: ListDocumentsInput) {
  const actor = authorize(ctx.actor, documentsAccess.list)
  const after = readCursor(cursor)
  const rows = await ctx.db
    .select(shownDocument(ctx.embedding))
    .from(documents)
    .leftJoin(user, eq(user.id, documents.createdById))
    .where(
      and(
        inWorkspace(documents, actor),
        after && sql`(${documents.createdAt}, ${documents.id}) < (${after.at}::timestamptz, ${after.id})`,
      ),
    )
    .orderBy(desc(documents.createdAt), desc(documents.id))
    .limit(limit + 1)
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return {
    items,
    nextCursor: rows.length > limit && last ? writeCursor({ at: last.createdAt, id: last.id }) : null,
  }
}
