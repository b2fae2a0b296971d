import { readSearch, upTo } from '#/lib/search-params.ts'

export const SEARCH_MAX_LENGTH = 200

/** The search params of the list. */
export type PostsSearch = { q?: string }

/** Parses search params. Invalid ones are dropped. */
export const postsSearch = (raw: Record<string, unknown>): PostsSearch =>
  readSearch<PostsSearch>(raw, { q: upTo(SEARCH_MAX_LENGTH) })
