import { readSearch } from '@plinth/core/schema'

/**
 * Pages whose conversations are stored: `general` has tools for the workspace, `rag` answers from documents.
 */
export const chatPages = ['general', 'rag'] as const
export type ChatPage = (typeof chatPages)[number]
/** `vercel` is the temporary chat, which stores nothing. */
export type ChatPageName = ChatPage | 'vercel'

const below = (root: string, page: ChatPageName): string => (page === 'general' ? root : `${root}/${page}`)

/** A page's path. `rag` is the page of a feature that has documents, if there is one. */
export const chatPath = (page: ChatPageName): string => below('/dashboard/chat', page)

/** The endpoint to which the AI SDK's client of a page sends messages. */
export const chatApi = (page: ChatPageName): string => below('/api/chat', page)

/** The thread that a chat page shows; undefined for a new one. */
export type ChatSearch = { thread?: string }

/** Reads the search params of a chat page; ignores anything that is not a thread id. */
export const chatSearch = (raw: Record<string, unknown>): ChatSearch =>
  readSearch<ChatSearch>(raw, { thread: /^[\w-]{1,64}$/ })
