import { checkImage } from '#/core/storage/check-image.ts'
import { IMAGE_CONTENT_TYPES } from '#/core/storage/image-limits.ts'
import { failureOf } from '#/core/trpc/failure.ts'
import { useTRPC } from '#/core/trpc/react.tsx'
import { sendFile } from '#/core/trpc/send-file.ts'
import { ATTACHMENT_ENDINGS, ATTACHMENT_MAX_BYTES, fileTypeOf } from './accepted-files.ts'
import type { Attachment } from './attachment-output.server.ts'

const imageCodes = {
  notAnImage: 'errors:notAnImage',
  tooLarge: 'errors:fileTooLarge',
  tooManyPixels: 'errors:tooManyPixels',
}

/** How a `FileField` uploads: `uploads.file`, or `uploads.image` for pictures. */
export function useUploads() {
  const { get } = useTRPC().attachments
  const stored = (id: string) => get.queryOptions({ id })
  return {
    file: {
      isImage: false,
      maxBytes: ATTACHMENT_MAX_BYTES.file,
      accept: ATTACHMENT_ENDINGS.join(','),
      check: async ({ name, size }: File) => {
        if (!fileTypeOf(name)) return { code: 'errors:wrongFileType', params: {} }
        return size > ATTACHMENT_MAX_BYTES.file
          ? { code: 'errors:fileTooLarge', params: { maxMegabytes: ATTACHMENT_MAX_BYTES.file / 1024 / 1024 } }
          : undefined
      },
      upload: uploadBy('uploadFile'),
      stored,
    },
    image: {
      isImage: true,
      maxBytes: ATTACHMENT_MAX_BYTES.image,
      accept: IMAGE_CONTENT_TYPES.join(','),
      async check(file: File) {
        const problem = await checkImage(file, ATTACHMENT_MAX_BYTES.image)
        return problem && { code: imageCodes[problem.reason], params: problem.params }
      },
      upload: uploadBy('uploadImage'),
      stored,
    },
  }
}

type Sending = Parameters<typeof sendFile>[2]

const uploadBy = (procedure: 'uploadFile' | 'uploadImage') => async (file: File, sending: Sending) => {
  try {
    return await sendFile<Attachment>(`attachments.${procedure}`, file, sending)
  } catch (error) {
    const { code, params, fields } = failureOf(error)
    return { code: fields?.file ?? code, params }
  }
}
