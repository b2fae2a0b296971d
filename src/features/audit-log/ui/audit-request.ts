import type { AuditSearch } from './audit-search.ts'

/** What the log is narrowed by, under the names the server knows. */
export function filterOf({ q, actor, target, action, from, to }: AuditSearch) {
  const [since, until] = [momentOf(from), momentOf(to, true)]
  return {
    ...(q !== undefined && { search: q }),
    ...(actor !== undefined && { actorId: actor }),
    ...(target !== undefined && { targetId: target }),
    ...(action !== undefined && { action }),
    ...(since && { from: since }),
    ...(until && { to: until }),
  }
}

/** The file with every entry of the current filter. */
export function exportAddress(search: AuditSearch): string {
  const fields = Object.entries(filterOf(search)).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ])
  return `/api/admin/audit.csv?${new URLSearchParams(fields)}`
}

/**
 * The beginning of a day of UTC, or its end: the same for server and browser. Undefined for none and for one
 * that is in no calendar.
 */
function momentOf(dayText: string | undefined, isEnd = false): Date | undefined {
  if (dayText === undefined) return undefined
  const moment = new Date(`${dayText}T${isEnd ? '23:59:59.999' : '00:00:00.000'}Z`)
  return Number.isNaN(moment.getTime()) ? undefined : moment
}
