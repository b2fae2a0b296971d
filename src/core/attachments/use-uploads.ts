import { IMAGE_CONTENT_TYPES } from '#/core/storage/image-limits.ts'
import { prepareImage } from '#/core/storage/prepare-image.ts'
import { failureOf } from '#/core/trpc/failure.ts'
import { useTRPC } from '#/core/trpc/react.tsx'
import { sendFile } from '#/core/trpc/send-file.ts'
import { ATTACHMENT_ENDINGS, ATTACHMENT_MAX_BYTES, fileTypeOf } from './accepted-files.ts'
import type { Attachment } from './attachment-output.server.ts'

/** How a `FileField` uploads: `uploads.file`, or `uploads.image` for pictures. */
export function useUploads() {
  const { get } = useTRPC().attachments
  const stored = (id: string) => get.queryOptions({ id })
  return {
    file: {
      isImage: false,
      maxBytes: ATTACHMENT_MAX_BYTES.file,
      accept: ATTACHMENT_ENDINGS.join(','),
      prepare: async (file: File) => {
        if (!fileTypeOf(file.name)) return { problem: { code: 'errors:wrongFileType', params: {} } }
        const maxMegabytes = ATTACHMENT_MAX_BYTES.file / 1024 / 1024
        return file.size > ATTACHMENT_MAX_BYTES.file
          ? { problem: { code: 'errors:fileTooLarge', params: { maxMegabytes } } }
          : { file }
      },
      upload: uploadBy('uploadFile'),
      stored,
    },
    image: {
      isImage: true,
      maxBytes: ATTACHMENT_MAX_BYTES.image,
      accept: IMAGE_CONTENT_TYPES.join(','),
      prepare: (file: File) => prepareImage(file, ATTACHMENT_MAX_BYTES.image),
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
