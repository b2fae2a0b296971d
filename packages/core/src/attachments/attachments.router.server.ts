import { imageRule } from '#/storage/image.server.ts'
import { oneFile } from '#/storage/one-file.ts'
import { perMinute, procedure, router } from '#/trpc/trpc.server.ts'
import { attachmentsAccess } from './attachments.access.ts'
import { attachmentIdInput } from './attachments.schema.ts'
import { getAttachment } from './read-attachment.server.ts'
import { fileRule, uploadFile, uploadImage } from './upload-attachment.server.ts'

export const attachmentsRouter = router({
  uploadFile: procedure(attachmentsAccess.upload, perMinute(60), fileRule)
    .input(oneFile)
    .mutation(({ ctx, input }) => uploadFile(ctx, input)),
  uploadImage: procedure(attachmentsAccess.upload, perMinute(60), imageRule('picture'))
    .input(oneFile)
    .mutation(({ ctx, input }) => uploadImage(ctx, input)),
  get: procedure(attachmentsAccess.get)
    .input(attachmentIdInput)
    .query(({ ctx, input }) => getAttachment(ctx, input)),
})
