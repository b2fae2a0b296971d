import { eq, sql } from 'drizzle-orm'
import { authorize } from '#/core/access/access.ts'
import { writeAudit } from '#/core/audit/audit.server.ts'
import type { VerbContext } from '#/core/trpc/context.server.ts'
import { documentsAccess } from '../documents.access.ts'
import type { DocumentIdInput } from '../documents.schema.ts'
import { documents } from './documents.table.server.ts'
import { enqueueIndexing } from './index-order.server.ts'
import { lockDocument } from './read-document.server.ts'

/**
 * Queues the document to be parsed and indexed again; the old passages stay searchable until then. Also
 * retries a failed document. The uploader or an admin of the workspace. Throws not_found, forbidden.
 */
export async function reindexDocument(ctx: VerbContext, { id }: DocumentIdInput): Promise<{ id: string }> {
  const actor = authorize(ctx.actor, documentsAccess.get)
  return ctx.db.transaction(async (tx) => {
    const found = await lockDocument(tx, actor, { id })
    authorize(actor, documentsAccess.reindex, found)
    const revision = found.revision + 1
    await tx
      .update(documents)
      .set({ status: 'queued', error: null, revision, updatedAt: sql`now()` })
      .where(eq(documents.id, id))
    await enqueueIndexing(tx, actor, { documentId: id, revision })
    await writeAudit(tx, actor, { action: 'document.reindex', target: { type: 'document', id } })
    return { id }
  })
}
