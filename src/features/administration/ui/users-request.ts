import type { SortDirection, UsersSearch, UserSort } from './users-search.ts'

/**
 * The order of the list: the newest first, names and addresses from A to Z, unless the address says
 * otherwise.
 */
export function orderOf({ sort = 'createdAt', direction }: UsersSearch): {
  sort: UserSort
  direction: SortDirection
} {
  return { sort, direction: direction ?? (sort === 'createdAt' ? 'desc' : 'asc') }
}

/** What the list is narrowed by, under the names the server knows. */
export function filterOf({ q, role, banned, verified }: UsersSearch) {
  return {
    ...(q && { search: q }),
    ...(role && { role }),
    ...(banned !== undefined && { banned }),
    ...(verified !== undefined && { verified }),
  }
}

/** The file with every row of the current filter. */
export function exportAddress(search: UsersSearch): string {
  const fields = Object.entries({ ...filterOf(search), ...orderOf(search) }).map(([name, value]) => [
    name,
    String(value),
  ])
  return `/api/admin/users.csv?${new URLSearchParams(fields)}`
}
