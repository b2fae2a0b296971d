import type { SortDirection, UsersSearch, UserSort } from './users-search.ts'

/** The order of the list: newest first, names and addresses from A to Z, unless the URL says otherwise. */
export function orderOf({ sort = 'createdAt', direction }: UsersSearch): {
  sort: UserSort
  direction: SortDirection
} {
  return { sort, direction: direction ?? (sort === 'createdAt' ? 'desc' : 'asc') }
}

/** The order after a press on a column's head: the column's own, or the other way round. */
export function sortedBy(sort: UserSort, search: UsersSearch): Pick<UsersSearch, 'sort' | 'direction'> {
  const now = orderOf(search)
  return now.sort === sort ? { sort, direction: now.direction === 'asc' ? 'desc' : 'asc' } : orderOf({ sort })
}

/** The filter as the input of the server. */
export function filterOf({ q, role, banned, verified }: UsersSearch) {
  return {
    ...(q && { search: q }),
    ...(role && { role }),
    ...(banned !== undefined && { banned }),
    ...(verified !== undefined && { verified }),
  }
}

/** The URL of the export with the current filter. */
export function exportAddress(search: UsersSearch): string {
  const fields = Object.entries({ ...filterOf(search), ...orderOf(search) }).map(([name, value]) => [
    name,
    String(value),
  ])
  return `/api/admin/users.csv?${new URLSearchParams(fields)}`
}
