import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Trpc } from '@plinth/core/client'

const LIST_STALE_MS = 300_000
const MEMBERS_SHOWN = 100

/** The user's organizations, for the switcher of every page. Fetched once, and again after a change. */
export const myOrganizations = (trpc: Trpc) =>
  queryOptions({ ...trpc.organizations.list.queryOptions(), staleTime: LIST_STALE_MS })

/** Members of the active organization as pages; one page holds as many as an organization may have. */
export const memberPages = (trpc: Trpc) =>
  infiniteQueryOptions(
    trpc.organizations.members.infiniteQueryOptions(
      { limit: MEMBERS_SHOWN },
      { getNextPageParam: (page) => page.nextCursor },
    ),
  )

/** Invitations of the active organization as pages, newest first. */
export const invitationPages = (trpc: Trpc) =>
  infiniteQueryOptions(
    trpc.organizations.invitations.infiniteQueryOptions({}, { getNextPageParam: (page) => page.nextCursor }),
  )

/** Pending invitations to the user's own address. */
export const receivedInvitations = (trpc: Trpc) =>
  queryOptions({ ...trpc.organizations.received.queryOptions(), staleTime: LIST_STALE_MS })
