import { sql } from 'drizzle-orm'
import { type OpenDatabase, deleteOld, olderThan } from '@plinth/core/database/server'
import { defineJob } from '@plinth/core/jobs/server'
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
