import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Db, Transaction } from '#/db/database.server.ts'
import { AppError } from '#/lib/app-error.ts'

// Administrators look after jobs that wait or have failed for good. pg-boss deletes the latter after a day.

export type StuckJob = {
  name: string
  id: string
  isFailed: boolean
  attempts: number
  at: Date
}
type JobId = { name: string; id: string }

// The queue's own jobs are none of anybody's business.
const ours = sql`name not like '\\_\\_%'`
// By the clock: a transaction that waited for another retry began before it.
const isLater = sql`start_after > clock_timestamp()`
const ofJob = ({ name, id }: JobId) => sql`${ours} and name = ${name} and id = ${id}::uuid`

/**
 * Returns failed jobs, the newest first, then those that were tried or have been waiting for a minute.
 * `except` names a queue that is left out.
 */
export async function listStuckJobs(
  db: Db,
  { limit, except }: { limit: number; except: string },
): Promise<StuckJob[]> {
  const prepared = await db.execute<{ job: string | null }>(
    sql`select to_regclass('pgboss.job')::text as job`,
  )
  if (!prepared.rows[0]?.job) return []
  // By name, because that is in the index: the queue left out may have a million finished jobs.
  const { rows } = await db.execute<Omit<StuckJob, 'at'> & { at: string }>(sql`
    select name, id, state = 'failed' as "isFailed", coalesce(completed_on, created_on) as at,
      case when started_on is null then 0 else retry_count + 1 end as attempts
    from pgboss.job
    where name in (select name from pgboss.queue where ${ours} and name <> ${except})
      and (state in ('retry', 'failed') or state = 'created' and created_on < now() - interval '1 minute')
    order by state = 'failed' desc, coalesce(completed_on, created_on) desc, id limit ${limit}`)
  return rows.map((row) => ({ ...row, at: new Date(row.at) }))
}

/**
 * Runs a job that failed, or that waits for its next try, as soon as a worker is free. Returns false for one
 * that is about to run anyway. Throws not_found for one that is done or gone, conflict for a scheduled job
 * whose next run is queued.
 */
export async function retryJob(tx: Transaction, job: JobId): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update pgboss.job set state = 'retry', start_after = now(), completed_on = null,
      retry_limit = retry_limit + (state = 'failed')::int
    where ${ofJob(job)} and (state = 'failed' or state = 'retry' and ${isLater})`)
  if (rowCount) return true
  const { rows } = await tx.execute(
    sql`select from pgboss.job where ${ofJob(job)} and state in ('created', 'retry', 'active')`,
  )
  if (rows.length === 0) throw new AppError('not_found', 'errors:notFound')
  return false
}

/**
 * Has the next try of the jobs that have this value in their data begin as soon as a worker is free. Returns
 * whether one was waiting for it.
 */
export async function retryWaitingJobs(
  tx: Transaction,
  { name }: { name: string },
  [key, value]: readonly [key: string, value: string],
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update pgboss.job set start_after = now()
    where name = ${name} and state = 'retry' and ${isLater} and data ->> ${key} = ${value}`)
  return rowCount !== null && rowCount > 0
}

/** The condition that one of these jobs with this value in its data waits or runs. */
export const hasUnfinishedJob = (
  jobs: readonly { name: string }[],
  [key, value]: readonly [key: string, value: string | SQLWrapper],
): SQL => sql`exists (select from pgboss.job
  where name = any(${sql.param(jobs.map(({ name }) => name))}::text[]) and state < 'completed' and data ->> ${key} = ${value})`

/** Deletes a job that waits or has failed. Throws not_found for one that runs, is done or gone. */
export async function discardJob(tx: Transaction, job: JobId): Promise<void> {
  const { rowCount } = await tx.execute(
    sql`delete from pgboss.job where ${ofJob(job)} and state in ('created', 'retry', 'failed')`,
  )
  if (!rowCount) throw new AppError('not_found', 'errors:notFound')
}
