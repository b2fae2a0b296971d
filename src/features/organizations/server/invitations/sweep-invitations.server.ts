import { sql } from 'drizzle-orm'
import { type OpenDatabase, deleteOld, invitation, olderThan } from '@plinth/core/database/server'
import { defineSettings, retentionDays } from '@plinth/core/server'
import { defineJob } from '@plinth/core/jobs/server'

export const organizationsSettings = defineSettings({ RETENTION_DAYS_INVITATIONS: retentionDays(90) })

type Sweep = { days: number; signal?: AbortSignal }

/**
 * Deletes invitations `days` days after they expired, and returns their number; 0 keeps them. An invitation
 * is void 48 hours after it was sent, whatever its status.
 */
export async function sweepInvitations(db: OpenDatabase['db'], { days, signal }: Sweep): Promise<number> {
  if (days === 0) return 0
  const where = sql`${invitation.expiresAt} < ${olderThan(days)}`
  return deleteOld(db, { table: invitation, where, signal })
}

export const sweepInvitationsJob = defineJob({
  name: 'sweep-invitations',
  cron: '17 3 * * *',
  handler: async ({ db, signal }) =>
    void (await sweepInvitations(db, {
      days: organizationsSettings.read().RETENTION_DAYS_INVITATIONS,
      signal,
    })),
})
