import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTRPC } from '@plinth/core/client'
import { usersPage } from './users-queries.ts'
import { sortedBy } from './users-request.ts'
import type { UsersSearch, UserSort } from './users-search.ts'

/** By user id. */
export type Selection = Record<string, true>

/**
 * The user table as described by the URL, and the functions that change it. `narrow` returns to the first
 * page. The old rows are shown until the new page has loaded. Previous pages are only known when they were
 * visited; a shared URL only knows the first page.
 */
export function useUsersView(search: UsersSearch) {
  // Other pages have params of the same names.
  const navigate = useNavigate({ from: '/dashboard/admin/users' })
  const [trail, setTrail] = useState<Readonly<Record<string, string>>>({})
  const [selection, setSelection] = useState<Selection>({})
  const query = useQuery({ ...usersPage(useTRPC(), search), placeholderData: keepPreviousData })
  const show = (change: UsersSearch | ((now: UsersSearch) => UsersSearch), isPlace = false) =>
    void navigate({
      to: '/dashboard/admin/users',
      // `now` also has what is not yet rendered.
      search: (now) => ({ ...now, ...(typeof change === 'function' ? change(now) : change) }),
      replace: !isPlace,
      resetScroll: false,
    })

  const { after, user } = search
  const next = query.data?.nextCursor ?? undefined
  return {
    query,
    narrow: (change: UsersSearch) => show({ ...change, after: undefined }),
    sortBy: (sort: UserSort) => show((now) => ({ ...sortedBy(sort, now), after: undefined })),
    openUser: (id: string) => show({ user: id }, true),
    closeUser: () => show({ user: undefined }),
    user,
    selection,
    select: setSelection,
    clearSelection: () => setSelection({}),
    pages: {
      first: after === undefined ? undefined : () => show({ after: undefined }, true),
      previous:
        after === undefined || trail[after] === undefined
          ? undefined
          : () => show({ after: trail[after] || undefined }, true),
      next:
        next === undefined || query.isPlaceholderData
          ? undefined
          : () => {
              setTrail({ ...trail, [next]: after ?? '' })
              show({ after: next }, true)
            },
    },
  }
}

export type UsersView = ReturnType<typeof useUsersView>
