// What a verb needs: its context, errors, audit, limits; and the procedure that calls it.
export { exportOwnContent, ownContent } from '#/access/own-content.server.ts'
export { type AuditRecord, onPublicEvent, writeAudit } from '#/audit/audit.server.ts'
export { lastChangeOf } from '#/audit/last-change.server.ts'
export { auditLog } from '#/audit/audit.table.server.ts'
export {
  type AuditFilter,
  type AuditItem,
  type AuditPage,
  auditWhere,
  concerns,
  readAudit,
} from '#/audit/read-audit.server.ts'
export { expectedError, outgoingError } from '#/db/outgoing-error.server.ts'
export { AppError, type AppErrorParams, echoed } from '#/lib/app-error.ts'
export { countForPlan } from '#/limits/count-for-plan.server.ts'
export { clearLimit, consumeLimit, perDay, readLimit } from '#/limits/limits.server.ts'
export { formatFields, formatOwn, formatStored } from '#/markdown/format-markdown.server.ts'
export { rowIdInput } from '#/rows/row-procedures.server.ts'
export { workspaceRows } from '#/rows/workspace-rows.server.ts'
export { type ChangedRow, type NewRow, requireUnchanged } from '#/rows/writing-procedures.server.ts'
export type { VerbContext } from '#/trpc/context.server.ts'
export { idOutput, pageOf, stored, userOutput } from '#/trpc/outputs.server.ts'
export { scopeOf, scopesOf } from '#/trpc/scopes.server.ts'
export { type ProcedureMeta, perMinute, procedure, router } from '#/trpc/trpc.server.ts'
