import { and, eq, sql, type SQL } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import { type Db, user, userSearch } from '@plinth/core/database/server'
import type { VerbContext } from '@plinth/core/verb/server'
import { usersAccess } from '../administration.access.ts'
import type { CountUsersInput, ListUsersInput, UserFilter } from '../administration.schema.ts'
import { listedUser, type ListedUser } from './listed-user.server.ts'
import { afterCursor, cursorAfter, orderBy, orderOf } from './user-order.server.ts'
import { isBanned } from '@plinth/core/auth/server'

/** Counting further would cost more than the number is worth. */
const COUNTED_MAX = 10_000

type Page = { cursor?: string | null; limit: number }
export type UserPage = { items: ListedUser[]; nextCursor: string | null }

/**
 * Returns a page of users by keyset pagination, in any order, at the same cost however deep the page. For
 * admins. Throws invalid (field `cursor`).
 */
export async function listUsers(
  ctx: VerbContext,
  { cursor, limit, ...filter }: ListUsersInput,
): Promise<UserPage> {
  authorize(ctx.actor, usersAccess.list)
  return readUsers(ctx.db, filter, { cursor, limit })
}

/** Returns how many users match the filter, up to a limit; `isMore` beyond it. For admins. */
export async function countUsers(
  ctx: VerbContext,
  filter: CountUsersInput,
): Promise<{ count: number; isMore: boolean }> {
  authorize(ctx.actor, usersAccess.list)
  const matching = ctx.db
    .select({ id: user.id })
    .from(user)
    .where(whereOf(filter))
    .limit(COUNTED_MAX + 1)
  const count = await ctx.db.$count(matching.as('matching'))
  return { count: Math.min(count, COUNTED_MAX), isMore: count > COUNTED_MAX }
}

/**
 * Returns a page of the users that match the filter, for verbs that have authorized. Throws invalid (field
 * `cursor`).
 */
export async function readUsers(db: Db, filter: UserFilter, page: Page): Promise<UserPage> {
  const rows: ListedUser[] = await usersQuery(db, filter, page)
  const items = rows.slice(0, page.limit)
  const last = items.at(-1)
  return { items, nextCursor: rows.length > page.limit && last ? cursorAfter(orderOf(filter), last) : null }
}

/** The query for a page plus one row, which shows whether there is another page. */
export function usersQuery(db: Db, filter: UserFilter, { cursor, limit }: Page) {
  const order = orderOf(filter)
  return db
    .select(listedUser)
    .from(user)
    .where(and(whereOf(filter), afterCursor(order, cursor)))
    .orderBy(...orderBy(order))
    .limit(limit + 1)
}

/**
 * The SQL condition of a filter, written to match an index: admins, banned users and unverified addresses
 * have partial indexes, because they are few.
 */
function whereOf({ search, role, banned, verified }: CountUsersInput): SQL | undefined {
  return and(
    search === undefined ? undefined : userSearch(search),
    role === 'admin' ? eq(user.role, 'admin') : undefined,
    role === 'user' ? sql`${user.role} is distinct from 'admin'` : undefined,
    // The first half matches the index; the second checks each row for expiry.
    banned === true ? sql`${user.banned} and ${isBanned}` : undefined,
    banned === false ? sql`not ${isBanned}` : undefined,
    verified === undefined
      ? undefined
      : verified
        ? sql`${user.emailVerified}`
        : sql`not ${user.emailVerified}`,
  )
}
