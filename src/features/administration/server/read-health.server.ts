import { statfs } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { BACKUP_OLD_AFTER_MS, getEnv, listBackups } from '@plinth/core/server'
import type { Db } from '@plinth/core/database/server'
import { installation } from '@plinth/core/files/server'

export type MailFigures = { waiting: number; failed: number }
export type JobFigures = { name: string; waiting: number; running: number; failed: number }
export type Health = {
  name: 'database' | 'mail' | 'jobs' | 'storage' | 'backup'
  state: 'ok' | 'off' | 'warning' | 'failed'
  detail: string | null
  /** When it last happened. */
  at?: Date
}

/** A mail that waits longer than this indicates a problem. */
const MAIL_LATE_MINUTES = 15
/** The queue checks itself every 30 s. */
const JOBS_QUIET_MINUTES = 5
const FULL_AT = 0.95

/** Reads the health of this installation. The queue itself counts its jobs, every half minute. */
export async function readHealth(
  db: Db,
): Promise<{ mail: MailFigures; jobs: JobFigures[]; health: Health[] }> {
  const database = await readVersion(db)
  const { late, ...mail } = await readMail(db)
  const { quiet, jobs } = await readJobs(db)
  const { SMTP_URL, logsMail } = getEnv()
  const mailState = logsMail
    ? 'warning'
    : !SMTP_URL
      ? 'off'
      : late > 0
        ? 'failed'
        : mail.failed > 0
          ? 'warning'
          : 'ok'
  const health: Health[] = [
    { name: 'database', state: 'ok', detail: database },
    { name: 'mail', state: mailState, detail: logsMail ? 'log' : null },
    {
      name: 'jobs',
      state: quiet ? 'failed' : jobs.some(({ failed }) => failed > 0) ? 'warning' : 'ok',
      detail: null,
    },
    await readDisk(),
    await readBackup(db),
  ]
  return { mail, jobs, health }
}

async function readVersion(db: Db): Promise<string | null> {
  const { rows } = await db.execute<{ version: string }>(
    sql`select current_setting('server_version') as version`,
  )
  return rows[0]?.version ? `PostgreSQL ${rows[0].version}` : null
}

async function readMail(db: Db): Promise<MailFigures & { late: number }> {
  const { rows } = await db.execute<MailFigures & { late: number }>(sql`
    select count(*) filter (where failed_at is null)::int as waiting, count(*) filter (where failed_at is not null)::int as failed,
      count(*) filter (where failed_at is null and created_at < now() - make_interval(mins => ${MAIL_LATE_MINUTES}))::int as late
    from mail where sent_at is null`)
  return rows[0] ?? { waiting: 0, failed: 0, late: 0 }
}

async function readJobs(db: Db): Promise<{ quiet: boolean; jobs: JobFigures[] }> {
  const known = await db.execute<{ queue: string | null }>(
    sql`select to_regclass('pgboss.queue')::text as queue`,
  )
  if (!known.rows[0]?.queue) return { quiet: true, jobs: [] }
  const { rows } = await db.execute<JobFigures & { quiet: boolean }>(sql`
    select name, ready_count + deferred_count as waiting, active_count as running, failed_count as failed,
      coalesce(monitor_on, created_on) < now() - make_interval(mins => ${JOBS_QUIET_MINUTES}) as quiet
    from pgboss.queue where name not like '\\_\\_%' order by name`)
  return {
    quiet: rows.length > 0 && rows.every((row) => row.quiet),
    jobs: rows.map(({ quiet: _quiet, ...row }) => row),
  }
}

/** The disk of this instance's stored files. */
async function readDisk(): Promise<Health> {
  try {
    const { bavail, blocks } = await statfs(getEnv().DATA_DIR)
    const used = blocks === 0 ? 0 : 1 - bavail / blocks
    return {
      name: 'storage',
      state: used > FULL_AT ? 'warning' : 'ok',
      detail: used.toFixed(2),
    }
  } catch {
    return { name: 'storage', state: 'failed', detail: null }
  }
}

/** The last scheduled backup. A new installation has a night to make its first. */
async function readBackup(db: Db): Promise<Health> {
  const env = getEnv()
  if (env.BACKUPS === 'off') return { name: 'backup', state: 'off', detail: null }
  const found = await listBackups(db, env).catch(() => undefined)
  if (!found) return { name: 'backup', state: 'failed', detail: null }
  const [last] = found
  const [since] = last ? [last] : await db.select({ at: installation.createdAt }).from(installation)
  const isOld = Date.now() - (since?.at.getTime() ?? Date.now()) > BACKUP_OLD_AFTER_MS
  return { name: 'backup', state: isOld ? 'warning' : 'ok', detail: null, ...(last ? { at: last.at } : {}) }
}
