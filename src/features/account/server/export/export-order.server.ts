import type { JobRef } from '#/core/jobs/jobs.server.ts'

/** The purpose of these files. Nobody gets them by their address. */
export const EXPORT_FILE = 'account-export'

/** The job that makes one export; exportAccountJob gives its definition. */
export const makeExport: JobRef<{ exportId: string }> = { name: 'export-account' }
