import { sql } from 'drizzle-orm'
import type { OpenDatabase } from '@plinth/core/db/database.server.ts'
import { deleteOld, olderThan } from '@plinth/core/db/delete-old.server.ts'
import { defineJob } from '@plinth/core/jobs/jobs.server.ts'
import { apiKeys } from './api-keys.table.server.ts'

/** How long the settings show that a key has expired. */
const EXPIRED_KEPT_DAYS = 30

/** Deletes keys a month after their expiry, and returns their number. */
export const sweepKeys = (db: OpenDatabase['db'], signal?: AbortSignal): Promise<number> =>
  deleteOld(db, {
    table: apiKeys,
    where: sql`${apiKeys.expiresAt} < ${olderThan(EXPIRED_KEPT_DAYS)}`,
    signal,
  })

export const sweepKeysJob = defineJob({
  name: 'sweep-api-keys',
  cron: '57 3 * * *',
  handler: async ({ db, signal }) => void (await sweepKeys(db, signal)),
})
