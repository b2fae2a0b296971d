import { SEARCH_MAX_LENGTH, readSearch, upTo } from '@plinth/core/schema'

/** The search params of the list. */
export type PostsSearch = { q?: string }

/** Parses search params. Invalid ones are dropped. */
export const postsSearch = (raw: Record<string, unknown>): PostsSearch =>
  readSearch<PostsSearch>(raw, { q: upTo(SEARCH_MAX_LENGTH) })
