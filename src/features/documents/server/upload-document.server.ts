import { authorize } from '#/core/access/access.ts'
import type { SignedInActor } from '#/core/access/actor.ts'
import { workspaceOf } from '#/core/access/workspace.server.ts'
import { writeAudit } from '#/core/audit/audit.server.ts'
import { UPLOAD_HEAD_BYTES, type UploadRule } from '#/core/http/receive-form.server.ts'
import { consumeLimit } from '#/core/limits/limits.server.ts'
import { fileNameOf } from '#/core/storage/file-name.ts'
import { file } from '#/core/storage/file.table.server.ts'
import { forgetFile } from '#/core/storage/keep-file.server.ts'
import type { VerbContext } from '#/core/trpc/context.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { createId } from '#/lib/create-id.ts'
import { enqueueIndexing } from './index-order.server.ts'
import { DOCUMENT_MAX_BYTES, documentMaxMegabytes, isTooLarge } from '../documents-limits.ts'
import { documentsAccess } from '../documents.access.ts'
import type { UploadDocumentInput } from '../documents.schema.ts'
import { documents } from './documents.table.server.ts'
import { DOCUMENT_FILE } from './document-files.server.ts'
import { formatOf, holdsOfficeDocument, type DocumentFormat } from './parser/format-of.server.ts'

export const UPLOADS_PER_DAY = 100

/** Rejects unsupported files while the upload is still running. */
export const documentUpload: UploadRule = {
  maxBytes: DOCUMENT_MAX_BYTES,
  check(head, name) {
    if (head.length > 0) formatOf(head, name)
  },
}

type Upload = { id: string; name: string; format: DocumentFormat; content: Blob }

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
  const id = createId()
  const name = fileNameOf(input.file, `document.${format}`)
  await store(ctx, actor, { id, name, format, content: input.file })
  return { id }
}

/** Writes the file's row first, so that the sweep finds and deletes leftovers of a crash. */
async function store(
  ctx: VerbContext,
  actor: SignedInActor,
  { id, name, format, content }: Upload,
): Promise<void> {
  const fileId = createId()
  await ctx.db.insert(file).values({
    id: fileId,
    purpose: DOCUMENT_FILE,
    uploadedById: actor.userId,
    contentType: 'application/octet-stream',
    sizeBytes: content.size,
  })
  let isCommitting = false
  try {
    await ctx.storage.put(fileId, content)
    await ctx.db.transaction(async (tx) => {
      await tx.insert(documents).values({
        id,
        ...workspaceOf(actor),
        createdById: actor.userId,
        name,
        format,
        sizeBytes: content.size,
        fileId,
      })
      await enqueueIndexing(tx, { documentId: id, revision: 1, userId: actor.userId })
      await writeAudit(tx, actor, {
        action: 'document.upload',
        target: { type: 'document', id },
        details: { fileId },
      })
      isCommitting = true
    })
  } catch (error) {
    // The commit may have succeeded even if its response was lost, so the file is kept.
    if (!isCommitting) await forgetFile(ctx, fileId)
    throw error
  }
}
