import { sql } from 'drizzle-orm'
import { auditLog } from '#/core/audit/audit.table.server.ts'
import { invitation } from '#/core/identity/identity.table.server.ts'
import type { OpenDatabase } from '#/core/db/database.server.ts'
import { deleteOld, olderThan } from '#/core/db/delete-old.server.ts'
import type { Env } from '#/core/env/env.server.ts'
import { sweepGenerations } from '#/features/chat/index.server.ts'
import { sweepPosts } from '#/features/posts/index.server.ts'

type Retention = Pick<
  Env,
  'RETENTION_DAYS_POSTS' | 'RETENTION_DAYS_RUNS' | 'RETENTION_DAYS_INVITATIONS' | 'RETENTION_DAYS_AUDIT'
>
export type Swept = { posts: number; runs: number; invitations: number; audit: number }

/** Deletes rows that are older than their setting; 0 days keeps them forever. Runs every night as a job. */
export async function sweepByRetention(
  db: OpenDatabase['db'],
  env: Retention,
  signal?: AbortSignal,
): Promise<Swept> {
  const {
    RETENTION_DAYS_POSTS: posts,
    RETENTION_DAYS_RUNS: runs,
    RETENTION_DAYS_INVITATIONS: invitations,
    RETENTION_DAYS_AUDIT: audit,
  } = env
  return {
    posts: posts && (await sweepPosts(db, { days: posts, signal })),
    runs: runs && (await sweepGenerations(db, { days: runs, signal })),
    // An invitation is void 48 hours after it was sent, whatever its status.
    invitations:
      invitations &&
      (await deleteOld(db, {
        table: invitation,
        where: sql`${invitation.expiresAt} < ${olderThan(invitations)}`,
        signal,
      })),
    audit:
      audit &&
      (await deleteOld(db, {
        table: auditLog,
        where: sql`${auditLog.at} < ${olderThan(audit)}`,
        signal,
        before: (tx) =>
          tx.execute(sql`select set_config('plinth.audit_retention_days', ${String(audit)}, true)`),
      })),
  }
}
