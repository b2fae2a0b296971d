import { z } from 'zod'
import { imageUpload } from '#/core/storage/image-upload.ts'

const codes = { oneFile: 'errors:oneFile', notAnImage: 'errors:notAnImage' }

export const uploadImageInput = imageUpload(codes)
/** A form with a single field, `file`. */
export const uploadFileInput = z.instanceof(FormData).transform((form, context) => {
  const [entry, ...more] = form.entries()
  if (entry && more.length === 0 && entry[0] === 'file' && entry[1] instanceof File) return { file: entry[1] }
  context.addIssue({ code: 'custom', path: ['file'], message: codes.oneFile })
  return z.NEVER
})
export const attachmentIdInput = z.strictObject({ id: z.string().min(1).max(64) })

export type UploadInput = { file: File }
export type AttachmentIdInput = z.output<typeof attachmentIdInput>
