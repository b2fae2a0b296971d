import { sql } from 'drizzle-orm'
import type { Db, Transaction } from '#/db/database.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { enqueueJob } from './jobs.server.ts'
import { isLater } from './stuck-jobs.server.ts'

/** A job with a `cron`, and its last run, as far as it is kept (`prepareJobs`). */
export type ScheduledJob = {
  name: string
  /** Five fields, UTC. */
  cron: string
  last: { state: 'waiting' | 'running' | 'done' | 'failed'; at: Date } | null
}

/** Returns the jobs that run by the clock: those whose last run failed first, then by their last run. */
export async function listScheduledJobs(db: Db, { limit }: { limit: number }): Promise<ScheduledJob[]> {
  const prepared = await db.execute<{ schedule: string | null }>(
    sql`select to_regclass('pgboss.schedule')::text as schedule`,
  )
  if (!prepared.rows[0]?.schedule) return []
  type Row = {
    name: string
    cron: string
    state: NonNullable<ScheduledJob['last']>['state']
    at: string | null
  }
  const { rows } = await db.execute<Row>(sql`
    select schedule.name, cron, last.at,
      case when last.state in ('failed', 'cancelled') then 'failed' when last.state = 'completed' then 'done'
        when last.state = 'active' then 'running' else 'waiting' end as state
    from pgboss.schedule left join lateral (
      select state, coalesce(completed_on, started_on, created_on) as at from pgboss.job
      where job.name = schedule.name order by created_on desc limit 1
    ) last on true
    order by last.state = 'failed' desc nulls last, last.at desc nulls last, schedule.name limit ${limit}`)
  return rows.map(({ name, cron, state, at }) => ({
    name,
    cron,
    last: at === null ? null : { state, at: new Date(at) },
  }))
}

/**
 * Has a scheduled job run as soon as a worker is free. Returns false if it runs or is about to anyway. Throws
 * not_found for one that has no schedule.
 */
export async function runScheduledJob(tx: Transaction, { name }: { name: string }): Promise<boolean> {
  const { rows } = await tx.execute(sql`select from pgboss.schedule where name = ${name} for update`)
  if (rows.length === 0) throw new AppError('not_found', 'errors:notFound')
  const { rows: unfinished } = await tx.execute<{ isLater: boolean }>(sql`
    select state < 'active' and ${isLater} as "isLater" from pgboss.job
    where name = ${name} and state < 'completed' for update`)
  if (unfinished.length > 0) {
    await tx.execute(
      sql`update pgboss.job set start_after = now() where name = ${name} and state < 'active' and ${isLater}`,
    )
    return unfinished.some((job) => job.isLater)
  }
  await enqueueJob(tx, { name }, { data: {} })
  return true
}
