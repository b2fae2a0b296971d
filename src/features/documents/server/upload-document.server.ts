import { authorize } from '#/core/access/access.ts'
import { holdOwners, workspaceOf } from '#/core/access/workspace.server.ts'
import { writeAudit } from '#/core/audit/audit.server.ts'
import { UPLOAD_HEAD_BYTES, type UploadRule } from '#/core/http/receive-form.server.ts'
import { consumeLimit } from '#/core/limits/limits.server.ts'
import { fileNameOf } from '#/core/storage/file-name.ts'
import { keepFile } from '#/core/storage/keep-file.server.ts'
import type { VerbContext } from '#/core/trpc/context.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { createId } from '#/lib/create-id.ts'
import { enqueueIndexing } from './index-order.server.ts'
import { DOCUMENT_MAX_BYTES, documentMaxMegabytes, isTooLarge } from '../documents-limits.ts'
import { documentsAccess } from '../documents.access.ts'
import type { UploadDocumentInput } from '../documents.schema.ts'
import { documents } from './documents.table.server.ts'
import { DOCUMENT_FILE } from './document-files.server.ts'
import { formatOf, holdsOfficeDocument } from './parser/format-of.server.ts'

export const UPLOADS_PER_DAY = 100

/** Rejects unsupported files while the upload is still running. */
export const documentUpload: UploadRule = {
  maxBytes: DOCUMENT_MAX_BYTES,
  check(head, name) {
    if (head.length > 0) formatOf(head, name)
  },
}

/**
 * Stores a document in the active workspace and queues its indexing; `documents.get` returns the status. Any
 * member, 100 attempts a day. Throws invalid or too_large (field `file`), limit; keeps nothing of the file
 * then.
 */
export async function uploadDocument(ctx: VerbContext, input: UploadDocumentInput): Promise<{ id: string }> {
  const actor = authorize(ctx.actor, documentsAccess.upload)
  await consumeLimit(ctx.db, `documents.upload:${actor.userId}`, {
    max: UPLOADS_PER_DAY,
    windowSeconds: 86_400,
  })
  const field = { field: 'file' }
  if (input.file.size === 0) throw new AppError('invalid', 'documents:errors.empty', field)
  const format = formatOf(await input.file.slice(0, UPLOAD_HEAD_BYTES).bytes(), input.file.name)
  if (isTooLarge(input.file.size, format))
    throw new AppError('too_large', 'documents:errors.tooLarge', {
      ...field,
      maxMegabytes: documentMaxMegabytes[format],
    })
  if (format === 'docx' && !(await holdsOfficeDocument(input.file)))
    throw new AppError('invalid', 'documents:errors.wrongType', field)
  const name = fileNameOf(input.file, `document.${format}`)
  const { userId, workspace } = actor
  const facts = { purpose: DOCUMENT_FILE, uploadedById: userId, contentType: 'application/octet-stream' }
  return keepFile(ctx, { ...facts, bytes: input.file }, async (tx, addFile) => {
    await holdOwners(tx, { ...workspace, userId })
    const [id, fileId] = [createId(), await addFile()]
    const row = { id, createdById: userId, name, format, sizeBytes: input.file.size, fileId }
    await tx.insert(documents).values({ ...row, ...workspaceOf(actor) })
    await enqueueIndexing(tx, { documentId: id, revision: 1, userId })
    const target = { type: 'document', id }
    await writeAudit(tx, actor, { action: 'document.upload', target, details: { fileId } })
    return { id }
  })
}
