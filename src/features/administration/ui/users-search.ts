import { readSearch, upTo } from '#/lib/search-params.ts'

export const USERS_SEARCH_MAX_LENGTH = 100
const CURSOR_MAX_LENGTH = 2000

export type UserSort = 'createdAt' | 'name' | 'email'
export type SortDirection = 'asc' | 'desc'

/**
 * What the address of the user table says: what is searched for, the order, the page, and whose details are
 * open. What is absent is the default.
 */
export type UsersSearch = {
  q?: string
  role?: 'admin' | 'user'
  banned?: boolean
  verified?: boolean
  sort?: UserSort
  direction?: SortDirection
  /** The cursor of the page. */
  after?: string
  person?: string
}

/** Reads it from an address; nonsense counts as nothing. */
export const usersSearch = (raw: Record<string, unknown>): UsersSearch =>
  readSearch<UsersSearch>(raw, {
    q: upTo(USERS_SEARCH_MAX_LENGTH),
    role: ['admin', 'user'],
    banned: 'boolean',
    verified: 'boolean',
    sort: ['createdAt', 'name', 'email'],
    direction: ['asc', 'desc'],
    after: upTo(CURSOR_MAX_LENGTH),
    person: upTo(64),
  })
