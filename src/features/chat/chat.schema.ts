import { z } from 'zod'
import { pageInput, requiredText } from '@plinth/core/schema'
import { THREAD_TITLE_MAX_LENGTH } from './chat-limits.ts'
import { chatPages } from './chat-pages.ts'

const SEARCH_MAX_LENGTH = 200

/** Clients may choose ids of threads and messages. */
export const chatId = z.string().regex(/^[\w-]{1,64}$/, 'errors:invalid')
const title = requiredText(THREAD_TITLE_MAX_LENGTH)

export const threadIdInput = z.strictObject({ id: chatId })
/** `cursor`: from the answer with newer messages. */
export const getThreadInput = z.strictObject({
  id: chatId,
  cursor: chatId.nullish(),
  direction: pageInput.direction,
})
export const exportThreadInput = z.strictObject({ id: chatId, format: z.enum(['markdown', 'json']) })
export const listThreadsInput = z
  .strictObject({
    ...pageInput,
    page: z.enum(chatPages).optional(),
    search: z.string().trim().max(SEARCH_MAX_LENGTH, 'errors:tooLong').optional(),
  })
  .prefault({})
export const renameThreadInput = z.strictObject({ id: chatId, title })
export const chooseBranchInput = z.strictObject({ id: chatId, messageId: chatId })

export type ThreadIdInput = z.output<typeof threadIdInput>
export type GetThreadInput = z.output<typeof getThreadInput>
export type ExportThreadInput = z.output<typeof exportThreadInput>
export type ListThreadsInput = z.output<typeof listThreadsInput>
export type RenameThreadInput = z.output<typeof renameThreadInput>
export type ChooseBranchInput = z.output<typeof chooseBranchInput>
