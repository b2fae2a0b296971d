import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Transaction } from '#/db/database.server.ts'
import { AppError } from '#/lib/app-error.ts'
import type { WorkspacePlan } from './actor.ts'

type Ids = { organizationId: SQLWrapper | string | null; userId: SQLWrapper | string | null }

/** What a feature that sells plans tells of them. */
export type Plans = {
  /** A text about the plan of a workspace in SQL: of the organization, or if that is null of the user. */
  stored(of: Ids): SQL<string | null>
  /** What that text says; the name of a plan is one, too. */
  read(stored: string | null): WorkspacePlan & { limits: Readonly<Partial<Record<string, number>>> }
}

let load: () => Plans | undefined = () => undefined

/**
 * Provides the plans; undefined while nothing is sold. Asked by the first query that reads a session.
 * @public
 */
export function providePlans(given: () => Plans | undefined): void {
  load = given
}

/** The column that `planOf` reads, in a query that knows the workspace. */
export const planColumn = (of: Ids): SQL<string | null> => load()?.stored(of) ?? sql<string | null>`null`

/** Spread into a workspace: its plan, and nothing where nothing is sold. */
export function planOf(stored: string | null): { plan?: WorkspacePlan } {
  const plans = load()
  if (!plans) return {}
  const { limits: _, ...plan } = plans.read(stored)
  return { plan }
}

type Room = { limit: string; used: () => Promise<number> }

/**
 * Throws conflict if the plan of a workspace has no room for one more; does nothing where nothing is sold.
 * For adding only: reading and deleting need no room. Whoever else adds waits until the transaction ends, and
 * `used` counts after that wait.
 */
export async function requirePlanRoom(
  tx: Transaction,
  { organizationId, userId }: { organizationId: string | null; userId: string | null },
  { limit, used }: Room,
): Promise<void> {
  const plans = load()
  if (!plans) return
  const { rows } = await tx.execute<{ stored: string | null }>(
    sql`select ${plans.stored({ organizationId, userId })} as stored`,
  )
  const max = plans.read(rows[0]?.stored ?? null).limits[limit]
  if (max === undefined) return
  const key = `plan-room:${limit}:${organizationId ?? userId}`
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
  if ((await used()) >= max) throw new AppError('conflict', 'errors:planFull', { max })
}

/** How much a plan allows of a limit; undefined for any number. */
export const limitOfPlan = (name: string, limit: string): number | undefined =>
  load()?.read(name).limits[limit]
