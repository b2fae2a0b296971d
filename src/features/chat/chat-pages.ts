import { readSearch } from '#/lib/search-params.ts'

/** Pages whose conversations are stored: with tools over the workspace, and from documents. */
export const chatPages = ['general', 'rag'] as const
export type ChatPage = (typeof chatPages)[number]
/** `vercel` is the temporary chat, of which nothing is stored. */
export type ChatPageName = ChatPage | 'vercel'

export const chatPaths = {
  general: '/dashboard/chat',
  rag: '/dashboard/chat/rag',
  vercel: '/dashboard/chat/vercel',
} as const satisfies Record<ChatPageName, string>

/** Where the AI SDK's client of a page sends its messages. */
export const chatApis = {
  general: '/api/chat',
  rag: '/api/chat/rag',
  vercel: '/api/chat/vercel',
} as const satisfies Record<ChatPageName, string>

/** The thread that a chat page shows; without one, a new one begins. */
export type ChatSearch = { thread?: string }

/** Reads the search of a chat page; anything that is no thread id counts as none. */
export const chatSearch = (raw: Record<string, unknown>): ChatSearch =>
  readSearch<ChatSearch>(raw, { thread: /^[\w-]{1,64}$/ })
