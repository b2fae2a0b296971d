import { authorize } from '@plinth/core/access'
import { AppError, type VerbContext, consumeLimit, perDay, writeAudit } from '@plinth/core/verb/server'
import { holdOwners, inWorkspace, requirePlanRoom, workspaceOf } from '@plinth/core/database/server'
import type { UploadRule } from '@plinth/core/server'
import { checkSize, headOf, keepFile } from '@plinth/core/files/server'
import { type OneFile, fileNameOf } from '@plinth/core/client'
import { createId } from '@plinth/core/schema'
import { enqueueIndexing } from './index-order.server.ts'
import { DOCUMENT_MAX_BYTES, maxBytesOf } from '../documents-limits.ts'
import { documentsAccess } from '../documents.access.ts'
import { documents } from './documents.table.server.ts'
import { DOCUMENT_FILE } from './document-files.server.ts'
import { formatOf, holdsOfficeDocument } from './parser/format-of.server.ts'

export const UPLOADS_PER_DAY = 100

/** Rejects unsupported files while the upload is still running. */
export const documentRule: UploadRule = { maxBytes: DOCUMENT_MAX_BYTES, check: formatOf }

/**
 * Stores a document in the active workspace and queues its indexing; `documents.get` returns the status. Any
 * member, 100 attempts a day. Throws invalid or too_large (field `file`), limit; keeps nothing of the file
 * then.
 */
export async function uploadDocument(ctx: VerbContext, input: OneFile): Promise<{ id: string }> {
  const actor = authorize(ctx.actor, documentsAccess.upload)
  await consumeLimit(ctx.db, `documents.upload:${actor.userId}`, perDay(UPLOADS_PER_DAY))
  const { file } = input
  checkSize(file, DOCUMENT_MAX_BYTES)
  const format = formatOf(await headOf(file), file.name)
  checkSize(file, maxBytesOf(format))
  if (format === 'docx' && !(await holdsOfficeDocument(file)))
    throw new AppError('invalid', 'documents:errors.wrongType', { field: 'file' })
  const name = fileNameOf(file, `document.${format}`)
  const { userId, workspace } = actor
  const facts = { purpose: DOCUMENT_FILE, uploadedById: userId, contentType: 'application/octet-stream' }
  return keepFile(ctx, { ...facts, bytes: file }, async (tx, addFile) => {
    await holdOwners(tx, { ...workspace, userId })
    const { organizationId } = workspace
    const used = () => tx.$count(documents, inWorkspace(documents, actor))
    await requirePlanRoom(tx, { organizationId, userId }, { limit: 'documents', used })
    const [id, fileId] = [createId(), await addFile()]
    const row = { id, createdById: userId, name, format, sizeBytes: file.size, fileId }
    await tx.insert(documents).values({ ...row, ...workspaceOf(actor) })
    await enqueueIndexing(tx, { documentId: id, revision: 1, userId })
    const target = { type: 'document', id }
    await writeAudit(tx, actor, { action: 'document.upload', target, details: { fileId } })
    return { id }
  })
}
