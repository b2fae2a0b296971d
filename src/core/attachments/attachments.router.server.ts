import { perMinute, procedure, router } from '#/core/trpc/trpc.server.ts'
import { attachmentsAccess } from './attachments.access.ts'
import { attachmentIdInput, uploadFileInput, uploadImageInput } from './attachments.schema.ts'
import { getAttachment } from './read-attachment.server.ts'
import { fileUploadRule, imageUploadRule, uploadFile, uploadImage } from './upload-attachment.server.ts'

export const attachmentsRouter = router({
  uploadFile: procedure(attachmentsAccess.upload, perMinute(60), fileUploadRule)
    .input(uploadFileInput)
    .mutation(({ ctx, input }) => uploadFile(ctx, input)),
  uploadImage: procedure(attachmentsAccess.upload, perMinute(60), imageUploadRule)
    .input(uploadImageInput)
    .mutation(({ ctx, input }) => uploadImage(ctx, input)),
  get: procedure(attachmentsAccess.get)
    .input(attachmentIdInput)
    .query(({ ctx, input }) => getAttachment(ctx, input)),
})
