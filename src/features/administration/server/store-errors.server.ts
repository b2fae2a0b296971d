import { and, eq, lt, sql } from 'drizzle-orm'
import { type OpenDatabase, clockAheadMs, deleteOld, olderThan } from '@plinth/core/database/server'
import { type CountedErrors, ERROR_GROUPS_MAX, addTo } from '@plinth/core/server'
import { errorGroup, tally } from './administration.table.server.ts'
import { today } from './count-figures.server.ts'

const ERRORS_LOCK = 7_305_205
const GROUP_DAYS = 30
const COUNT_DAYS = 90

/**
 * Adds counts of logged errors to those of all instances. New groups beyond ERROR_GROUPS_MAX are counted with
 * the other errors; a resolved group that happened again is open again.
 */
export async function storeErrors(db: OpenDatabase['db'], groups: readonly CountedErrors[]): Promise<void> {
  await db.transaction(async (tx) => {
    // Instances take turns, so that together they never store more groups than the limit.
    await tx.execute(sql`select pg_advisory_xact_lock(${ERRORS_LOCK})`)
    const stored = await tx.select({ fingerprint: errorGroup.fingerprint }).from(errorGroup)
    const known = new Set(stored.map(({ fingerprint }) => fingerprint))
    const counted = new Map<string, CountedErrors>()
    for (const group of groups) {
      const hasRoom = known.has(group.fingerprint) || known.size < ERROR_GROUPS_MAX
      if (hasRoom) known.add(group.fingerprint)
      addTo(counted, group, hasRoom)
    }
    await tx
      .insert(errorGroup)
      .values([...counted.values()].map(rowOf))
      .onConflictDoUpdate({
        target: errorGroup.fingerprint,
        set: {
          amount: sql`${errorGroup.amount} + excluded.amount`,
          firstAt: sql`least(${errorGroup.firstAt}, excluded.first_at)`,
          lastAt: sql`greatest(${errorGroup.lastAt}, excluded.last_at)`,
          place: sql`excluded.place`,
          lastRequestId: sql`coalesce(excluded.last_request_id, ${errorGroup.lastRequestId})`,
          resolvedAt: sql`case when excluded.last_at <= ${errorGroup.resolvedAt} then ${errorGroup.resolvedAt} end`,
        },
      })
    const amount = groups.reduce((sum, group) => sum + group.count, 0)
    await tx
      .insert(tally)
      .values({ subject: 'error', day: today, amount })
      .onConflictDoUpdate({
        target: [tally.subject, tally.day],
        set: { amount: sql`${tally.amount} + excluded.amount` },
      })
  })
}

const rowOf = ({ count, firstAt, lastAt, requestId, ...group }: CountedErrors) => ({
  ...group,
  amount: count,
  firstAt: byDatabase(firstAt),
  lastAt: byDatabase(lastAt),
  lastRequestId: requestId,
})

const byDatabase = (at: Date) => new Date(at.getTime() - clockAheadMs())

/** Deletes groups that have not happened for 30 days, and daily counts older than 90. For a job. */
export async function sweepErrors(db: OpenDatabase['db'], signal?: AbortSignal): Promise<void> {
  await deleteOld(db, { table: errorGroup, where: lt(errorGroup.lastAt, olderThan(GROUP_DAYS)), signal })
  await db
    .delete(tally)
    .where(and(eq(tally.subject, 'error'), lt(tally.day, sql`${today} - ${COUNT_DAYS}::int`)))
}
