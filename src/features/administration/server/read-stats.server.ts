import { sql } from 'drizzle-orm'
import { authorize } from '#/core/access/access.ts'
import type { Db } from '#/core/db/database.server.ts'
import type { VerbContext } from '#/core/trpc/context.server.ts'
import { adminAccess } from '../administration.access.ts'
import { tally, tallyChange, type FigureName } from './administration.table.server.ts'
import { presentFigures } from './count-figures.server.ts'
import { readHealth, type JobFigures, type MailFigures, type Health } from './read-health.server.ts'

const DAYS = 30
/** Up to this number, sessions are counted live; beyond it, a job counts them every five minutes. */
const COUNTED_AT_ONCE = 20_000

export type Stats = {
  users: number
  newToday: number
  active: { day: number; week: number; month: number }
  banned: number
  organizations: number
  sessions: number
  /** By day (UTC), oldest first, including days without any. */
  signUps: { day: string; count: number }[]
  mail: MailFigures
  jobs: JobFigures[]
  health: Health[]
  /** When sessions and activity were counted; all other metrics are live. */
  asOf: Date
}

/**
 * Returns the metrics of the application, at the same cost for ten users and a million: triggers and a job
 * count everything except banned users and waiting mails. For admins.
 */
export async function readStats(ctx: VerbContext): Promise<Stats> {
  authorize(ctx.actor, adminAccess.stats)
  const { users, organizations, signUps } = await readTally(ctx.db)
  const { asOf, ...present } = await readPresent(ctx.db)
  const [banned] = (await ctx.db.execute<{ amount: number }>(BANNED)).rows
  const health = await readHealth(ctx.db)
  return {
    users,
    organizations,
    newToday: signUps.at(-1)?.count ?? 0,
    banned: banned?.amount ?? 0,
    signUps,
    ...present,
    ...health,
    asOf,
  }
}

const BANNED = sql`select count(*)::int as amount from "user" where banned and (ban_expires is null or ban_expires > now())`

async function readTally(db: Db) {
  const { rows } = await db.execute<{ subject: string; day: string | null; amount: number }>(sql`
    with changes as (select subject, day, amount from ${tally} union all select subject, day, amount from ${tallyChange}),
      days as (select (now() at time zone 'UTC')::date - n as day from generate_series(0, ${DAYS - 1}::int) n)
    select subject, null as day, sum(amount)::int as amount from changes group by subject
    union all
    select 'day', days.day::text, coalesce(sum(amount), 0)::int from days left join changes on changes.day = days.day and subject = 'user' group by days.day
    order by 2 nulls first`)
  const total = (subject: string) =>
    rows.find((row) => row.day === null && row.subject === subject)?.amount ?? 0
  const signUps = rows.flatMap(({ day, amount }) =>
    day === null ? [] : [{ day, count: Math.max(0, amount) }],
  )
  return { users: total('user'), organizations: total('organization'), signUps }
}

async function readPresent(db: Db): Promise<Pick<Stats, 'active' | 'sessions' | 'asOf'>> {
  const kept = await db.execute<{ name: FigureName; amount: number; at: Date }>(
    sql`select name, amount::int, counted_at as at from figure`,
  )
  const [size] = (
    await db.execute<{ rows: number }>(
      sql`select greatest(reltuples, 0)::int as rows from pg_class where oid = 'session'::regclass`,
    )
  ).rows
  const isCountedNow = kept.rows.length === 0 || (size?.rows ?? 0) < COUNTED_AT_ONCE
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
