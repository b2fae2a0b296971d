import { eq } from 'drizzle-orm'
import { authorize } from '@plinth/core/access/access.ts'
import { writeAudit } from '@plinth/core/audit/audit.server.ts'
import { file } from '@plinth/core/storage/file.table.server.ts'
import { deleteBytes } from '@plinth/core/storage/keep-file.server.ts'
import type { VerbContext } from '@plinth/core/trpc/context.server.ts'
import { documentsAccess } from '../documents.access.ts'
import type { DocumentIdInput } from '../documents.schema.ts'
import { documents } from './documents.table.server.ts'
import { lockDocument } from './read-document.server.ts'

/**
 * Permanently deletes a document with its file, text and passages, and aborts running indexing. The uploader
 * or an admin of the workspace. Throws not_found, forbidden.
 */
export async function deleteDocument(ctx: VerbContext, { id }: DocumentIdInput): Promise<{ id: string }> {
  const actor = authorize(ctx.actor, documentsAccess.get)
  const fileId = await ctx.db.transaction(async (tx) => {
    const found = await lockDocument(tx, actor, { id })
    authorize(actor, documentsAccess.delete, found)
    await tx.delete(documents).where(eq(documents.id, id))
    await tx.delete(file).where(eq(file.id, found.fileId))
    await writeAudit(tx, actor, { action: 'document.delete', target: { type: 'document', id } })
    return found.fileId
  })
  await deleteBytes(ctx, [fileId])
  return { id }
}
