import { sql } from 'drizzle-orm'
import type { OpenDatabase } from '#/core/db/database.server.ts'
import { figure, tally, tallyChange, type FigureName } from './administration.table.server.ts'

/**
 * Counts the metrics that change over time and adds up the changes since the last run. Runs as a job;
 * concurrent runs are safe.
 */
export async function countFigures(db: OpenDatabase['db']): Promise<void> {
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
