import { z } from 'zod'
import { pageInput } from '@plinth/core/schema'

export const QUESTION_MAX_LENGTH = 1000

const id = z.string().min(1).max(64)

export const documentIdInput = z.strictObject({ id })
export const listDocumentsInput = z.strictObject(pageInput).prefault({})
export const searchDocumentsInput = z.strictObject({
  query: z.string().normalize().trim().min(1, 'errors:required').max(QUESTION_MAX_LENGTH, 'errors:tooLong'),
  limit: pageInput.limit,
})
/** `around`: an offset on the page that the returned text must include, such as the start of a passage. */
export const readDocumentInput = z.strictObject({
  id,
  page: z.number().int().min(1),
  around: z.number().int().min(0).default(0),
})

export type DocumentIdInput = z.output<typeof documentIdInput>
export type ListDocumentsInput = z.output<typeof listDocumentsInput>
export type SearchDocumentsInput = z.output<typeof searchDocumentsInput>
export type ReadDocumentInput = z.output<typeof readDocumentInput>
