import { infiniteQueryOptions } from '@tanstack/react-query'
import type { RouterOutput, Trpc } from '@plinth/core/client'
import { FIRST_ROWS } from '@plinth/core/page'
import { filterOf } from './audit-request.ts'
import type { AuditSearch } from './audit-search.ts'

export type AuditEntry = RouterOutput['audit']['list']['items'][number]

const getNextPageParam = ({ nextCursor }: { nextCursor: string | null }) => nextCursor

/** The whole log in pages, newest first, filtered by the URL. */
export const auditPages = (trpc: Trpc, search: AuditSearch) =>
  infiniteQueryOptions(
    trpc.audit.list.infiniteQueryOptions({ ...filterOf(search), limit: FIRST_ROWS }, { getNextPageParam }),
  )

/** The log of the user's own account. */
export const ownEvents = (trpc: Trpc) =>
  infiniteQueryOptions(trpc.audit.mine.infiniteQueryOptions({ limit: 10 }, { getNextPageParam }))

/** The log of the active organization, for its owners. */
export const organizationEvents = (trpc: Trpc) =>
  infiniteQueryOptions(trpc.audit.organization.infiniteQueryOptions({ limit: 5 }, { getNextPageParam }))
