import { eq, sql } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import { type VerbContext, consumeLimit, perDay, writeAudit } from '@plinth/core/verb/server'
import { documentsAccess } from '../documents.access.ts'
import type { DocumentIdInput } from '../documents.schema.ts'
import { documents } from './documents.table.server.ts'
import { enqueueIndexing, indexDocument, indexSlowDocument } from './index-order.server.ts'
import { TOOK_TOO_LONG } from './parser/document-problem.ts'
import { lockDocument } from './read-document.server.ts'

export const REINDEXES_PER_DAY = 100

/**
 * Queues the document to be parsed and indexed again; the old passages stay searchable until then. Also
 * retries a failed document. The uploader or an admin of the workspace, 100 attempts a day. Throws not_found,
 * forbidden, limit.
 */
export async function reindexDocument(ctx: VerbContext, { id }: DocumentIdInput): Promise<{ id: string }> {
  const actor = authorize(ctx.actor, documentsAccess.get)
  await consumeLimit(ctx.db, `documents.reindex:${actor.userId}`, perDay(REINDEXES_PER_DAY))
  return ctx.db.transaction(async (tx) => {
    const found = await lockDocument(tx, actor, { id })
    authorize(actor, documentsAccess.reindex, found)
    const revision = found.revision + 1
    await tx
      .update(documents)
      .set({ status: 'queued', error: null, revision, updatedAt: sql`now()` })
      .where(eq(documents.id, id))
    const order = { documentId: id, revision, userId: actor.userId }
    await enqueueIndexing(tx, order, found.error === TOOK_TOO_LONG ? indexSlowDocument : indexDocument)
    await writeAudit(tx, actor, { action: 'document.reindex', target: { type: 'document', id } })
    return { id }
  })
}
