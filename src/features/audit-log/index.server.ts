export { auditFilterQuery } from './audit-log.schema.ts'
export { auditRouter } from './server/audit-log.router.server.ts'
export { auditColumns, exportAudit } from './server/export-audit.server.ts'
