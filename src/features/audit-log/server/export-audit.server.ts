import { authorize } from '@plinth/core/access'
import {
  type AuditFilter,
  type AuditItem,
  type VerbContext,
  auditWhere,
  readAudit,
  writeAudit,
} from '@plinth/core/verb/server'
import { type CsvCell, type CsvPages, csvDownload } from '@plinth/core/live/server'
import { auditAccess } from '../audit-log.access.ts'
import { auditFilterQuery } from '../audit-log.schema.ts'

const PER_PAGE = 2_000

export const auditColumns = [
  'at',
  'action',
  'actorId',
  'actor',
  'impersonatorId',
  'impersonator',
  'targetType',
  'targetId',
  'target',
  'ip',
  'details',
  'id',
] as const

/**
 * Streams the entries that match the filter, newest first, page by page, up to this export's own entry. For
 * admins; authorizes again for every page.
 */
export async function* exportAudit(ctx: VerbContext, filter: AuditFilter): CsvPages {
  const actor = authorize(ctx.actor, auditAccess.export)
  const { from, to, search, ...rest } = filter
  const details = {
    ...rest,
    // Not the words: they may be a name or an address, which would outlast the account.
    searched: search === undefined ? null : true,
    from: from?.toISOString() ?? null,
    to: to?.toISOString() ?? null,
  }
  await ctx.db.transaction((tx) => writeAudit(tx, actor, { action: 'audit.export', details }))
  const where = await auditWhere(ctx.db, filter)
  let cursor: string | null = null
  do {
    authorize(await ctx.actorNow(), auditAccess.export)
    const page = await readAudit(ctx.db, where, { cursor, limit: PER_PAGE })
    cursor = page.nextCursor
    yield page.items.map(cellsOf)
  } while (cursor !== null && !ctx.signal.aborted)
}

function cellsOf({ at, action, actor, impersonator, target, ip, details, id }: AuditItem): CsvCell[] {
  const users = [
    actor?.id ?? null,
    actor?.email ?? null,
    impersonator?.id ?? null,
    impersonator?.email ?? null,
  ]
  return [
    at,
    action,
    ...users,
    target?.type ?? null,
    target?.id ?? null,
    target?.name ?? null,
    ip,
    JSON.stringify(details),
    id,
  ]
}

/** The entries of the URL's filter as a CSV file. */
export const downloadAudit = csvDownload({
  name: 'audit-log',
  rule: auditAccess.export,
  columns: auditColumns,
  query: auditFilterQuery,
  read: exportAudit,
})
