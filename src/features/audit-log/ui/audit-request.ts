import type { AuditSearch } from './audit-search.ts'

/** The filter as the input of the server. */
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

/** The URL of the export with the current filter. */
export function exportAddress(search: AuditSearch): string {
  const fields = Object.entries(filterOf(search)).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ])
  return `/api/admin/audit.csv?${new URLSearchParams(fields)}`
}

/** The start or end of a day in UTC, which server and browser agree on. Undefined if empty or invalid. */
function momentOf(dayText: string | undefined, isEnd = false): Date | undefined {
  if (dayText === undefined) return undefined
  const moment = new Date(`${dayText}T${isEnd ? '23:59:59.999' : '00:00:00.000'}Z`)
  return Number.isNaN(moment.getTime()) ? undefined : moment
}
