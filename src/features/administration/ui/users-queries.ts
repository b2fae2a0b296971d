import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import type { RouterOutput, Trpc } from '@plinth/core/client'
import { SHORT_LIST_MAX } from '../short-list-max.ts'
import { filterOf, orderOf } from './users-request.ts'
import type { UsersSearch } from './users-search.ts'

const PAGE_SIZE = 25

export type User = RouterOutput['admin']['users']['list']['items'][number]
export type UserDetails = RouterOutput['admin']['users']['get']
export type ListedError = RouterOutput['admin']['errors']['list']['items'][number]
export type Queued = RouterOutput['admin']['queues']['list']['items'][number]
export type Scheduled = RouterOutput['admin']['queues']['scheduled']['items'][number]
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

const shortList = (isWhole: boolean) => (isWhole ? { limit: SHORT_LIST_MAX } : {})

/** The errors of the overview. */
export const adminErrors = (trpc: Trpc, isWhole = false) =>
  queryOptions(trpc.admin.errors.list.queryOptions(shortList(isWhole), { placeholderData: keepPreviousData }))

/** The emails and jobs of the overview. */
export const adminQueues = (trpc: Trpc, isWhole = false) =>
  queryOptions(trpc.admin.queues.list.queryOptions(shortList(isWhole), { placeholderData: keepPreviousData }))

/** The scheduled jobs of the overview. */
export const adminScheduled = (trpc: Trpc, isWhole = false) =>
  queryOptions(
    trpc.admin.queues.scheduled.queryOptions(shortList(isWhole), { placeholderData: keepPreviousData }),
  )

/** The metrics of the overview. */
export const adminStats = (trpc: Trpc) => queryOptions(trpc.admin.stats.queryOptions())

/** Loads what the overview shows. */
export const loadOverview = (queries: QueryClient, trpc: Trpc) =>
  Promise.all([
    queries.query({ ...adminStats(trpc), staleTime: 'static' }),
    queries.query({ ...adminErrors(trpc), staleTime: 'static' }),
    queries.query({ ...adminQueues(trpc), staleTime: 'static' }),
    queries.query({ ...adminScheduled(trpc), staleTime: 'static' }),
    queries.query({ ...usersPage(trpc, {}), staleTime: 'static' }),
  ])
