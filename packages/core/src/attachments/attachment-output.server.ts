import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { file } from '#/storage/file.table.server.ts'
import { attachments } from './attachments.table.server.ts'

/** Where the files of rows are served. */
export const ATTACHMENTS_PATH = '/api/files/attachments/'

export const attachmentOutput = z.object({
  id: z.string(),
  name: z.string(),
  /** Its media type. Pictures are WebP. */
  type: z.string(),
  sizeBytes: z.number(),
  /** The path from which it is downloaded, with the session of a user who may read its row. */
  url: z.string(),
})

/** A file of a row, as it is shown. */
export type Attachment = z.output<typeof attachmentOutput>

export const attachmentColumns = {
  id: attachments.fileId,
  name: attachments.name,
  type: file.contentType,
  sizeBytes: file.sizeBytes,
}

export const isItsFile = eq(file.id, attachments.fileId)

export const withUrl = (row: Omit<Attachment, 'url'>): Attachment => ({
  ...row,
  url: `${ATTACHMENTS_PATH}${row.id}`,
})
