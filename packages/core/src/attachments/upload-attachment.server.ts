import { authorize } from '#/access/access.ts'
import type { SignedInActor } from '#/access/actor.ts'
import { holdOwners, workspaceOf } from '#/access/workspace.server.ts'
import type { UploadRule } from '#/http/receive-form.server.ts'
import { consumeLimit, perDay } from '#/limits/limits.server.ts'
import { checkSize, contentOf, headOf } from '#/storage/check-file.server.ts'
import { fileNameOf } from '#/storage/file-name.ts'
import { readImage, STORED_IMAGE_TYPE } from '#/storage/image.server.ts'
import { keepFile } from '#/storage/keep-file.server.ts'
import type { OneFile } from '#/storage/one-file.ts'
import type { VerbContext } from '#/trpc/context.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { withUrl, type Attachment } from './attachment-output.server.ts'
import { attachmentsAccess } from './attachments.access.ts'
import { ATTACHMENT, attachments } from './attachments.table.server.ts'
import { FILE_MAX_BYTES, fileTypeOf } from './accepted-files.ts'

export const UPLOADS_PER_DAY = 200

/** Rejects files of other types while the upload is still running. */
export const fileRule: UploadRule = { maxBytes: FILE_MAX_BYTES, check: typeOf }

/**
 * Stores a file for a field of a row in the active workspace. Any member, 200 attempts a day. Without a row
 * that has it, it is deleted after seven days. Throws invalid or too_large (field `file`), limit.
 */
export async function uploadFile(ctx: VerbContext, { file: given }: OneFile): Promise<Attachment> {
  const actor = await admit(ctx)
  checkSize(given, FILE_MAX_BYTES)
  const type = typeOf(await headOf(given), given.name)
  const name = fileNameOf(given, 'file')
  return store(ctx, actor, { kind: 'file', name, type, bytes: given, sizeBytes: given.size })
}

/**
 * Stores a picture for a field of a row, as WebP and scaled down to 2048 pixels. Otherwise like `uploadFile`.
 */
export async function uploadImage(ctx: VerbContext, { file: given }: OneFile): Promise<Attachment> {
  const actor = await admit(ctx)
  const { bytes } = await readImage(ctx, given, { account: actor.userId, kind: 'picture' })
  const name = fileNameOf(given, 'image')
  return store(ctx, actor, { kind: 'image', name, type: STORED_IMAGE_TYPE, bytes, sizeBytes: bytes.length })
}

async function admit({ db, actor: given }: VerbContext): Promise<SignedInActor> {
  const actor = authorize(given, attachmentsAccess.upload)
  await consumeLimit(db, `attachments.upload:${actor.userId}`, perDay(UPLOADS_PER_DAY))
  return actor
}

type Upload = {
  kind: 'file' | 'image'
  name: string
  type: string
  bytes: Uint8Array | Blob
  sizeBytes: number
}

async function store(
  ctx: VerbContext,
  actor: SignedInActor,
  { kind, name, type, bytes, sizeBytes }: Upload,
): Promise<Attachment> {
  const { userId, workspace } = actor
  const facts = { purpose: ATTACHMENT, uploadedById: userId, contentType: type }
  const id = await keepFile(ctx, { ...facts, bytes }, async (tx, addFile) => {
    await holdOwners(tx, { ...workspace, userId })
    const fileId = await addFile()
    await tx.insert(attachments).values({ fileId, ...workspaceOf(actor), createdById: userId, kind, name })
    return fileId
  })
  return withUrl({ id, name, type, sizeBytes })
}

/** The type of a file that its name and its content agree on. Throws AppError invalid, field `file`. */
function typeOf(head: Uint8Array, name: string): string {
  const named = fileTypeOf(name)
  if (!named || named.content !== contentOf(head))
    throw new AppError('invalid', 'errors:wrongFileType', { field: 'file' })
  return named.type
}
