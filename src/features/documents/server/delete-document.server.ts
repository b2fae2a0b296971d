import { eq } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import { type VerbContext, writeAudit } from '@plinth/core/verb/server'
import { deleteBytes, file } from '@plinth/core/files/server'
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
