import { readSearch, upTo } from '@plinth/core/schema'

export const USERS_SEARCH_MAX_LENGTH = 100
const CURSOR_MAX_LENGTH = 2000

export type UserSort = 'createdAt' | 'name' | 'email'
export type SortDirection = 'asc' | 'desc'

/**
 * The search params of the user table: search, order, page, and the user whose details are open. Defaults are
 * omitted.
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
  user?: string
}

/** Parses search params. Invalid ones are dropped. */
export const usersSearch = (raw: Record<string, unknown>): UsersSearch =>
  readSearch<UsersSearch>(raw, {
    q: upTo(USERS_SEARCH_MAX_LENGTH),
    role: ['admin', 'user'],
    banned: 'boolean',
    verified: 'boolean',
    sort: ['createdAt', 'name', 'email'],
    direction: ['asc', 'desc'],
    after: upTo(CURSOR_MAX_LENGTH),
    user: upTo(64),
  })
