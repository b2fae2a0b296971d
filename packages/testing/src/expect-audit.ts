import { eq, sql } from 'drizzle-orm'
import { auditLog } from '@plinth/core/verb/server'
import type { Db } from '@plinth/core/database/server'

/** The audit log's entries for a target, oldest first. */
export async function auditOf(db: Db, targetId: string) {
  return db.select().from(auditLog).where(eq(auditLog.targetId, targetId)).orderBy(auditLog.at, auditLog.id)
}

/**
 * Runs `work` while the database rejects every new audit entry: anything that writes one must then fail as a
 * whole.
 */
export async function whileAuditFails(db: Db, work: () => Promise<void>): Promise<void> {
  await db.execute(
    sql`create or replace function refuse_entry() returns trigger language plpgsql as $$ begin raise exception 'the audit log refuses'; end $$`,
  )
  await db.execute(
    sql`create trigger refuse_entry before insert on audit_log for each row execute function refuse_entry()`,
  )
  try {
    await work()
  } finally {
    await db.execute(sql`drop trigger refuse_entry on audit_log`)
  }
}
