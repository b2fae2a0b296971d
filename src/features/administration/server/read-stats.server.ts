import { sql } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import type { Db } from '@plinth/core/database/server'
import type { VerbContext } from '@plinth/core/verb/server'
import { adminAccess } from '../administration.access.ts'
import { tally, tallyChange, type FigureName, type TallySubject } from './administration.table.server.ts'
import { DAYS, daysSince, presentFigures, today } from './count-figures.server.ts'
import { readHealth, type JobFigures, type MailFigures, type Health } from './read-health.server.ts'

/** Up to this number, they are counted live; beyond it, a job counts them every five minutes. */
const COUNTED_AT_ONCE = 20_000

export type DayFigures = {
  day: string
  signUps: number
  /** Entries of the audit log. */
  activity: number
  mails: number
  /** Mails and jobs that were given up. */
  failures: number
  /** Lines of the log with the level error. */
  errors: number
}

export type Stats = {
  users: number
  newToday: number
  active: { day: number; week: number; month: number }
  banned: number
  organizations: number
  sessions: number
  /** The last 30 days (UTC), oldest first. */
  days: DayFigures[]
  mail: MailFigures
  jobs: JobFigures[]
  health: Health[]
  /** When sessions and activity were counted; all other metrics are live. */
  asOf: Date
}

/**
 * Returns the metrics of the application, at the same cost for ten users and a million: triggers and a job
 * count everything except banned users and waiting mails, and what is little. For admins.
 */
export async function readStats(ctx: VerbContext): Promise<Stats> {
  authorize(ctx.actor, adminAccess.stats)
  const totals = await readTotals(ctx.db)
  const days = await readDays(ctx.db)
  const { asOf, ...present } = await readPresent(ctx.db)
  const [banned] = (await ctx.db.execute<{ amount: number }>(BANNED)).rows
  const health = await readHealth(ctx.db)
  return {
    ...totals,
    newToday: days.at(-1)?.signUps ?? 0,
    banned: banned?.amount ?? 0,
    days,
    ...present,
    ...health,
    asOf,
  }
}

const BANNED = sql`select count(*)::int as amount from "user" where banned and (ban_expires is null or ban_expires > now())`

async function readTotals(db: Db): Promise<Pick<Stats, 'users' | 'organizations'>> {
  const { rows } = await db.execute<{ subject: string; amount: number }>(sql`
    select subject, sum(amount)::int as amount
    from (select subject, amount from ${tally} union all select subject, amount from ${tallyChange}) changes
    where subject in ('user', 'organization') group by subject`)
  const of = (subject: string) => rows.find((row) => row.subject === subject)?.amount ?? 0
  return { users: of('user'), organizations: of('organization') }
}

async function readDays(db: Db): Promise<DayFigures[]> {
  const isCountedNow = await isSmall(db, 'audit_log')
  const first = sql`${today} - ${DAYS - 1}::int`
  const events = isCountedNow
    ? await daysSince(db, first)
    : sql`select subject, day, amount from ${tally} where subject in ('activity', 'mail', 'failure')`
  const sumOf = (subject: TallySubject) =>
    sql`greatest(0, coalesce(sum(amount) filter (where subject = ${subject}), 0))::int`
  const { rows } = await db.execute<DayFigures>(sql`
    with changes as (
      select subject, day, amount from ${tally} where subject = 'user'
      union all select subject, day, amount from ${tallyChange} where subject = 'user'
      union all select subject, day, amount from ${tally} where subject = 'error'
      union all select subject, day, amount from (${events}) counted)
    select dates.day::text as day, ${sumOf('user')} as "signUps", ${sumOf('activity')} as activity,
      ${sumOf('mail')} as mails, ${sumOf('failure')} as failures,
      ${sumOf('error')} as errors
    from (select ${today} - n as day from generate_series(0, ${DAYS - 1}::int) n) dates
      left join changes on changes.day = dates.day
    group by dates.day order by dates.day`)
  return rows
}

async function isSmall(db: Db, table: 'session' | 'audit_log'): Promise<boolean> {
  const { rows } = await db.execute<{ size: number }>(
    sql`select greatest(reltuples, 0)::int as size from pg_class where oid = ${table}::regclass`,
  )
  return (rows[0]?.size ?? 0) < COUNTED_AT_ONCE
}

async function readPresent(db: Db): Promise<Pick<Stats, 'active' | 'sessions' | 'asOf'>> {
  const kept = await db.execute<{ name: FigureName; amount: number; at: Date }>(
    sql`select name, amount::int, counted_at as at from figure`,
  )
  const isCountedNow = kept.rows.length === 0 || (await isSmall(db, 'session'))
  const { rows } = isCountedNow
    ? await db.execute<{ name: FigureName; amount: number }>(
        sql`select name, amount::int from (${presentFigures}) counted`,
      )
    : kept
  const of = (name: FigureName) => rows.find((row) => row.name === name)?.amount ?? 0
  const at = kept.rows[0]?.at
  const active = { day: of('activeDay'), week: of('activeWeek'), month: of('activeMonth') }
  return {
    active,
    sessions: of('sessions'),
    asOf: isCountedNow || at === undefined ? new Date() : new Date(at),
  }
}
