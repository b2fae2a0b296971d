import { readSearch } from '#/lib/search-params.ts'

/**
 * Pages whose conversations are stored: `general` has tools for the workspace, `rag` answers from documents.
 */
export const chatPages = ['general', 'rag'] as const
export type ChatPage = (typeof chatPages)[number]
/** `vercel` is the temporary chat, which stores nothing. */
export type ChatPageName = ChatPage | 'vercel'

export const chatPaths = {
  general: '/dashboard/chat',
  rag: '/dashboard/chat/rag',
  vercel: '/dashboard/chat/vercel',
} as const satisfies Record<ChatPageName, string>

/** The endpoint to which the AI SDK's client of each page sends messages. */
export const chatApis = {
  general: '/api/chat',
  rag: '/api/chat/rag',
  vercel: '/api/chat/vercel',
} as const satisfies Record<ChatPageName, string>

/** The thread that a chat page shows; undefined for a new one. */
export type ChatSearch = { thread?: string }

/** Reads the search params of a chat page; ignores anything that is not a thread id. */
export const chatSearch = (raw: Record<string, unknown>): ChatSearch =>
  readSearch<ChatSearch>(raw, { thread: /^[\w-]{1,64}$/ })
