import { and, eq } from 'drizzle-orm'
import { authorize } from '#/access/access.ts'
import { inWorkspace } from '#/access/workspace.server.ts'
import { download } from '#/realtime/download.server.ts'
import { openStream, withStream } from '#/realtime/stream.server.ts'
import { file } from '#/storage/file.table.server.ts'
import { imageAnswer } from '#/storage/serve-file.server.ts'
import type { VerbContext } from '#/trpc/context.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { attachmentColumns, isItsFile, withUrl, type Attachment } from './attachment-output.server.ts'
import { attachmentsAccess } from './attachments.access.ts'
import type { AttachmentIdInput } from './attachments.schema.ts'
import { isUnused, mayReadRowOf } from './attachments.server.ts'
import { attachments } from './attachments.table.server.ts'

/**
 * Returns a file of the active workspace: for everybody who may read the row that has it; before a row has
 * it, for who uploaded it. Throws the same not_found for every other one.
 */
export async function getAttachment(ctx: VerbContext, { id }: AttachmentIdInput): Promise<Attachment> {
  return withUrl((await read(ctx, id)).attachment)
}

/** Sends such a file: a picture to be shown, any other file to be saved. Throws like `getAttachment`. */
export async function sendAttachment(ctx: VerbContext, { id }: AttachmentIdInput): Promise<Response> {
  const { attachment, kind } = await read(ctx, id)
  const stored = await ctx.storage.open(id)
  if (!stored) throw new AppError('not_found', 'errors:notFound')
  // A browser that signs out, or in as another user, asks again.
  if (kind === 'image') return imageAnswer(stored, { Vary: 'Cookie' })
  return withStream(openStream(ctx, attachmentsAccess.get, { outlastsStop: true }), async (stream) =>
    download(stream, { ...attachment, sizeBytes: stored.sizeBytes, chunks: stored.stream() }),
  )
}

async function read({ db, actor: given }: VerbContext, id: string) {
  const actor = authorize(given, attachmentsAccess.get)
  const ofWorkspace = and(eq(attachments.fileId, id), inWorkspace(attachments, actor))
  const find = (condition: typeof ofWorkspace) =>
    db
      .select({ ...attachmentColumns, kind: attachments.kind })
      .from(attachments)
      .innerJoin(file, isItsFile)
      .where(condition)
  const isOwnUpload = and(ofWorkspace, eq(attachments.createdById, actor.userId), await isUnused(db))
  const [found] = await find((await mayReadRowOf(db, actor, id)) ? ofWorkspace : isOwnUpload)
  if (!found) throw new AppError('not_found', 'errors:notFound')
  const { kind, ...attachment } = found
  return { kind, attachment }
}
