export { auditFilterQuery } from './audit-log.schema.ts'
export { auditRouter } from './audit-log.router.server.ts'
export { auditColumns, exportAudit } from './export-audit.server.ts'
