export { auditFilterQuery } from './audit-log.schema.ts'
export { auditColumns, exportAudit } from './server/export-audit.server.ts'
