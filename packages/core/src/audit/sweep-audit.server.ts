import { sql } from 'drizzle-orm'
import type { OpenDatabase } from '#/db/database.server.ts'
import { deleteOld, olderThan } from '#/db/delete-old.server.ts'
import { auditLog } from './audit.table.server.ts'

type Sweep = { days: number; signal?: AbortSignal }

/**
 * Deletes entries older than `days` days, and returns their number; 0 keeps them forever. The database allows
 * no other deletion. Runs as a job.
 */
export async function sweepAudit(db: OpenDatabase['db'], { days, signal }: Sweep): Promise<number> {
  if (days === 0) return 0
  return deleteOld(db, {
    table: auditLog,
    where: sql`${auditLog.at} < ${olderThan(days)}`,
    signal,
    before: (tx) => tx.execute(sql`select set_config('app.audit_retention_days', ${String(days)}, true)`),
  })
}
