import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTRPC } from '#/core/trpc/react.tsx'
import { usersPage } from './users-queries.ts'
import type { UsersSearch } from './users-search.ts'

/** Both pages show the table, at their own address. */
export type UsersPath = '/dashboard/admin' | '/dashboard/admin/users'

/** By the id of who was chosen. */
export type Selection = Record<string, true>

/**
 * The user table as its address says, and the ways to another view of it: `narrow` begins at the first page
 * again. What is shown stays until the new page is there. The way back is known for pages that were reached
 * from here; a shared address knows only the first.
 */
export function useUsersView(path: UsersPath, search: UsersSearch) {
  const navigate = useNavigate()
  const [trail, setTrail] = useState<Readonly<Record<string, string>>>({})
  const [selection, setSelection] = useState<Selection>({})
  const query = useQuery({ ...usersPage(useTRPC(), search), placeholderData: keepPreviousData })
  const show = (change: UsersSearch, isPlace = false) =>
    void navigate({
      to: path,
      search: (now: UsersSearch) => ({ ...now, ...change }),
      replace: !isPlace,
      resetScroll: false,
    })

  const { after, person } = search
  const next = query.data?.nextCursor ?? undefined
  return {
    query,
    narrow: (change: UsersSearch) => show({ ...change, after: undefined }),
    openPerson: (id: string) => show({ person: id }, true),
    closePerson: () => show({ person: undefined }),
    person,
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
