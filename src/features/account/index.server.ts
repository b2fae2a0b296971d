export { accountEndpoints } from './server/account.endpoints.server.ts'
export { accountRouter, connectionsRouter, passkeysRouter, sessionsRouter } from './account.router.server.ts'
export { endDueAccounts } from './ending/end-due-accounts.server.ts'
export { downloadExport } from './export/download-export.server.ts'
export { exportAccountJob } from './export/export-account-job.server.ts'
export type { ExportContent } from './export/export-entry.server.ts'
export {
  exportAudit,
  exportOrganizations,
  exportProfile,
  exportSessions,
} from './export/export-own-rows.server.ts'
export { sweepExports } from './export/sweep-exports.server.ts'
export { accountMails } from './server/account-mails/mails.server.ts'
