import { queryOptions } from '@tanstack/react-query'
import type { RouterOutput, Trpc } from '#/core/trpc/react.tsx'
import { filterOf, orderOf } from './users-request.ts'
import type { UsersSearch } from './users-search.ts'

const PAGE_SIZE = 25

export type User = RouterOutput['admin']['users']['list']['items'][number]
export type UserDetails = RouterOutput['admin']['users']['get']
export type Stats = RouterOutput['admin']['stats']

/**
 * One page of the user table as described by the URL. Not an infinite query, which would send its own
 * `direction`.
 */
export const usersPage = (trpc: Trpc, search: UsersSearch) =>
  queryOptions(
    trpc.admin.users.list.queryOptions({
      ...filterOf(search),
      ...orderOf(search),
      ...(search.after !== undefined && { cursor: search.after }),
      limit: PAGE_SIZE,
    }),
  )

/** How many users match the filter of the URL. */
export const usersCount = (trpc: Trpc, search: UsersSearch) =>
  queryOptions(trpc.admin.users.count.queryOptions(filterOf(search)))

/** The details of one user. */
export const userDetails = (trpc: Trpc, id: string) => queryOptions(trpc.admin.users.get.queryOptions({ id }))

/** The metrics of the overview. */
export const adminStats = (trpc: Trpc) => queryOptions(trpc.admin.stats.queryOptions())
