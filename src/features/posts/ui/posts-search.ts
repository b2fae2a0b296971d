import { readSearch, upTo } from '#/lib/search-params.ts'

export const SEARCH_MAX_LENGTH = 200

/** What the address of the list says: the words searched for, and whether the form for a new post is open. */
export type PostsSearch = { q?: string; compose?: true }

/** Reads it from an address; nonsense counts as nothing. */
export function postsSearch({ compose, ...raw }: Record<string, unknown>): PostsSearch {
  return {
    ...readSearch<Pick<PostsSearch, 'q'>>(raw, { q: upTo(SEARCH_MAX_LENGTH) }),
    ...(compose === true ? { compose } : {}),
  }
}
