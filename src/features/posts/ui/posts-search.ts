import { readSearch, upTo } from '#/lib/search-params.ts'

export const SEARCH_MAX_LENGTH = 200

/** The search params of the list: the search, and whether the form for a new post is open. */
export type PostsSearch = { q?: string; compose?: true }

/** Parses search params. Invalid ones are dropped. */
export function postsSearch({ compose, ...raw }: Record<string, unknown>): PostsSearch {
  return {
    ...readSearch<Pick<PostsSearch, 'q'>>(raw, { q: upTo(SEARCH_MAX_LENGTH) }),
    ...(compose === true ? { compose } : {}),
  }
}
