import { IMAGE_CONTENT_TYPES, imageKinds } from '#/storage/image-limits.ts'
import { prepareImage } from '#/storage/prepare-image.ts'
import { sizeProblem } from '#/storage/size-problem.ts'
import { failureOf } from '#/lib/wire-error.ts'
import { useTRPC } from '#/trpc/react.ts'
import { sendFile } from '#/trpc/send-file.ts'
import { ATTACHMENT_ENDINGS, FILE_MAX_BYTES, fileTypeOf } from './accepted-files.ts'
import type { Attachment } from './attachment-output.server.ts'

/** How a `FileField` uploads: `uploads.file`, `uploads.pdf` for PDFs, or `uploads.image` for pictures. */
export function useUploads() {
  const { get } = useTRPC().attachments
  const stored = (id: string) => get.queryOptions({ id })
  const files = (endings: readonly string[]) => ({
    isImage: false,
    maxBytes: FILE_MAX_BYTES,
    accept: endings.join(','),
    prepare: async (file: File) => {
      const isTaken = fileTypeOf(file.name) && endings.some((one) => file.name.toLowerCase().endsWith(one))
      if (!isTaken) return { problem: { code: 'errors:wrongFileType', params: {} } }
      const problem = sizeProblem(file, FILE_MAX_BYTES)
      return problem ? { problem } : { file }
    },
    upload: uploadBy('uploadFile'),
    stored,
  })
  return {
    file: files(ATTACHMENT_ENDINGS),
    pdf: files(['.pdf']),
    image: {
      isImage: true,
      maxBytes: imageKinds.picture.maxBytes,
      accept: IMAGE_CONTENT_TYPES.join(','),
      prepare: (file: File) => prepareImage(file, 'picture'),
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
