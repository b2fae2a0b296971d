import { sql, type SQL } from 'drizzle-orm'
import type { Db, OpenDatabase } from '@plinth/core/database/server'
import {
  figure,
  tally,
  tallyChange,
  type FigureName,
  type TallySubject,
} from './administration.table.server.ts'

/**
 * Counts the metrics that change over time, adds up the changes since the last run, and counts the days since
 * then. Runs as a job; concurrent runs are safe.
 */
export async function countFigures(db: OpenDatabase['db']): Promise<void> {
  const days = await daysSince(
    db,
    sql`coalesce((select max(day) from ${tally} where subject = 'activity'), ${today} - ${DAYS}::int) - 1`,
  )
  await db.execute(sql`
    insert into ${tally} as kept (subject, day, amount) select subject, day, amount from (${days}) counted order by subject, day
    on conflict (subject, day) do update set amount = excluded.amount where kept.amount <> excluded.amount`)
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      with gone as (delete from ${tallyChange} returning subject, day, amount),
        sums as (select subject, day, sum(amount) as amount from gone group by subject, day)
      insert into ${tally} as kept (subject, day, amount) select subject, day, amount from sums order by subject, day
      on conflict (subject, day) do update set amount = kept.amount + excluded.amount`)
  })
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into ${figure} as kept (name, amount, counted_at) select name, amount, now() from (${presentFigures}) counted order by name
      on conflict (name) do update set amount = excluded.amount, counted_at = excluded.counted_at`)
  })
}

export const DAYS = 30
export const today = sql`(now() at time zone 'UTC')::date`

/** Entries of the audit log, mails, and failed mails and jobs, by day (UTC) from `first` on. */
export async function daysSince(
  db: Db,
  first: SQL,
): Promise<SQL<{ subject: TallySubject; day: string; amount: number }>> {
  const { rows } = await db.execute<{ jobs: string | null }>(
    sql`select to_regclass('pgboss.job')::text as jobs`,
  )
  const failedJobs = rows[0]?.jobs
    ? sql`union all select completed_on from pgboss.job where state = 'failed' and completed_on >= (select day from since)`
    : sql``
  return sql`
    with since as (select (${first})::timestamp at time zone 'UTC' as day),
      events as (
        select 'activity' as subject, at from audit_log where at >= (select day from since)
        union all select 'mail', created_at from mail where created_at >= (select day from since)
        union all select 'failure', at from (
          select failed_at as at from mail where sent_at is null and failed_at >= (select day from since) ${failedJobs}
        ) failures)
    select subject, (at at time zone 'UTC')::date as day, count(*) as amount from events group by 1, 2`
}

/**
 * Active sessions, and users active in the last day, week and month. Activity is the last renewal of a
 * session (accurate to the hour), or else the last sign-in.
 */
export const presentFigures = sql<{ name: FigureName; amount: number }>`
  with seen as (
    select user_id, max(at) as at from (
      select user_id, updated_at as at from session where impersonated_by is null and updated_at > now() - interval '30 days'
      union all select user_id, last_seen_at from known_device where last_seen_at > now() - interval '30 days'
    ) visits group by user_id)
  select 'sessions' as name, (select count(*) from session where expires_at > now()) as amount
  union all select 'activeDay', (select count(*) from seen where at > now() - interval '1 day')
  union all select 'activeWeek', (select count(*) from seen where at > now() - interval '7 days')
  union all select 'activeMonth', (select count(*) from seen)`
