export { accountEndpoints } from './server/account.endpoints.server.ts'
export {
  accountRouter,
  connectionsRouter,
  passkeysRouter,
  sessionsRouter,
} from './server/account.router.server.ts'
export { deleteDueAccounts } from './server/deletion/delete-due-accounts.server.ts'
export { downloadExport } from './server/export/download-export.server.ts'
export { exportAccountJob } from './server/export/export-account-job.server.ts'
export type { ExportContent } from './server/export/export-entry.server.ts'
export {
  exportAudit,
  exportOrganizations,
  exportProfile,
  exportSessions,
} from './server/export/export-own-rows.server.ts'
export { sweepExports } from './server/export/sweep-exports.server.ts'
export { accountMails } from './server/account-mails/mails.server.ts'
