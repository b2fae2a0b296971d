import type { JobRef } from '@plinth/core/jobs/server'

/** The purpose of export files. They are not served by URL. */
export const EXPORT_FILE = 'account-export'

/** The job that creates one export; exportAccountJob defines it. */
export const makeExport: JobRef<{ exportId: string }> = { name: 'export-account' }
