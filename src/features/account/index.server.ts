export { downloadExport, sendExport } from './server/export/download-export.server.ts'
export { exportAccountJob } from './server/export/export-account-job.server.ts'
