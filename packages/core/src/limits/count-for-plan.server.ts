import { sql } from 'drizzle-orm'
import type { SignedInActor } from '#/access/actor.ts'
import { limitOfPlan } from '#/access/plan.server.ts'
import { databaseNow } from '#/db/clock.server.ts'
import type { Db } from '#/db/database.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { limitCounter } from './limits.table.server.ts'

/**
 * Counts one of what the plan of the actor's workspace allows in a month (UTC), such as a message; does
 * nothing where that is not limited. One conditional statement, so no number of parallel requests passes the
 * limit. Always in the database, and gone with a transaction that is rolled back. Throws limit.
 */
export async function countForPlan(
  db: Db,
  { userId, workspace: { organizationId, plan } }: SignedInActor,
  limit: string,
): Promise<void> {
  const max = plan && limitOfPlan(plan.name, limit)
  if (max === undefined) return
  const now = databaseNow()
  const resetsAt = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1))
  const isOver = sql`${limitCounter.resetsAt} <= now()`
  const [counted] = await db
    .insert(limitCounter)
    .values({ key: `plan:${limit}:${organizationId ?? userId}`, count: 1, resetsAt })
    .onConflictDoUpdate({
      target: limitCounter.key,
      set: { count: sql`case when ${isOver} then 1 else ${limitCounter.count} + 1 end`, resetsAt },
      setWhere: sql`${isOver} or ${limitCounter.count} < ${max}`,
    })
    .returning({ count: limitCounter.count })
  if (counted) return
  const retryAfterSeconds = Math.ceil((resetsAt.getTime() - now.getTime()) / 1_000)
  throw new AppError('limit', 'errors:planSpent', { max, retryAfterSeconds })
}
