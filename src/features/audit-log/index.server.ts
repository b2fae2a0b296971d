export { downloadAudit } from './server/export-audit.server.ts'
