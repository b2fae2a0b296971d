import { authorize } from '#/core/access/access.ts'
import type { SignedInActor } from '#/core/access/actor.ts'
import { holdOwners, workspaceOf } from '#/core/access/workspace.server.ts'
import { UPLOAD_HEAD_BYTES, type UploadRule } from '#/core/http/receive-form.server.ts'
import { consumeLimit } from '#/core/limits/limits.server.ts'
import { fileNameOf } from '#/core/storage/file-name.ts'
import { readImage, STORED_IMAGE_TYPE } from '#/core/storage/image.server.ts'
import { keepFile } from '#/core/storage/keep-file.server.ts'
import type { VerbContext } from '#/core/trpc/context.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { withUrl, type Attachment } from './attachment-output.server.ts'
import { attachmentsAccess } from './attachments.access.ts'
import type { UploadInput } from './attachments.schema.ts'
import { ATTACHMENT, attachments } from './attachments.table.server.ts'
import { ATTACHMENT_MAX_BYTES, fileTypeOf, type FileContent } from './accepted-files.ts'

export const UPLOADS_PER_DAY = 200

/** Rejects files of other types while the upload is still running. */
export const fileUploadRule: UploadRule = {
  maxBytes: ATTACHMENT_MAX_BYTES.file,
  check(head, name) {
    if (head.length > 0) typeOf(head, name)
  },
}

export const imageUploadRule: UploadRule = { maxBytes: ATTACHMENT_MAX_BYTES.image }

/**
 * Stores a file for a field of a row in the active workspace. Any member, 200 attempts a day. Without a row
 * that has it, it is deleted after seven days. Throws invalid or too_large (field `file`), limit.
 */
export async function uploadFile(ctx: VerbContext, { file: given }: UploadInput): Promise<Attachment> {
  const actor = await admit(ctx)
  const field = { field: 'file' }
  if (given.size === 0) throw new AppError('invalid', 'errors:emptyFile', field)
  if (given.size > ATTACHMENT_MAX_BYTES.file) {
    const maxMegabytes = ATTACHMENT_MAX_BYTES.file / 1024 / 1024
    throw new AppError('too_large', 'errors:fileTooLarge', { ...field, maxMegabytes })
  }
  const type = typeOf(await given.slice(0, UPLOAD_HEAD_BYTES).bytes(), given.name)
  const name = fileNameOf(given, 'file')
  return store(ctx, actor, { kind: 'file', name, type, bytes: given, sizeBytes: given.size })
}

/**
 * Stores a picture for a field of a row, as WebP and scaled down to 2048 pixels. Otherwise like `uploadFile`.
 */
export async function uploadImage(ctx: VerbContext, { file: given }: UploadInput): Promise<Attachment> {
  const actor = await admit(ctx)
  const { bytes } = await readImage(ctx, given, {
    account: actor.userId,
    maxBytes: ATTACHMENT_MAX_BYTES.image,
    shape: { edgePixels: 2048, fit: 'inside' },
    codes: {
      notAnImage: 'errors:notAnImage',
      tooLarge: 'errors:fileTooLarge',
      tooManyPixels: 'errors:tooManyPixels',
    },
  })
  const name = fileNameOf(given, 'image')
  return store(ctx, actor, { kind: 'image', name, type: STORED_IMAGE_TYPE, bytes, sizeBytes: bytes.length })
}

async function admit({ db, actor: given }: VerbContext): Promise<SignedInActor> {
  const actor = authorize(given, attachmentsAccess.upload)
  await consumeLimit(db, `attachments.upload:${actor.userId}`, {
    max: UPLOADS_PER_DAY,
    windowSeconds: 86_400,
  })
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

const marks: readonly (readonly [FileContent, string, at: number])[] = [
  ['pdf', '%PDF-', 0],
  ['png', '\u0089PNG\r\n\u001a\n', 0],
  ['jpeg', '\u00ff\u00d8\u00ff', 0],
  ['gif', 'GIF8', 0],
  ['webp', 'WEBP', 8],
  ['zip', 'PK\u0003\u0004', 0],
]

function contentOf(head: Uint8Array): FileContent | undefined {
  const start = Buffer.from(head).toString('latin1')
  const [content] = marks.find(([, mark, at]) => start.startsWith(mark, at)) ?? []
  return content ?? (head.includes(0) ? undefined : 'text')
}
