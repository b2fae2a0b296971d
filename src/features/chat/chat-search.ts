import { readSearch } from '#/lib/search-params.ts'

/** What the address of a chat page says: which thread is open. None is a new one. */
export type ChatSearch = { thread?: string }

/** Reads it from an address; nonsense counts as nothing. */
export const chatSearch = (raw: Record<string, unknown>): ChatSearch =>
  readSearch<ChatSearch>(raw, { thread: /^[\w-]{1,64}$/ })
