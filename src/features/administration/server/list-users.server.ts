import { and } from 'drizzle-orm'
import { authorize } from '#/core/access/access.ts'
import { user } from '#/core/identity/identity.table.server.ts'
import type { Db } from '#/core/db/database.server.ts'
import type { VerbContext } from '#/core/trpc/context.server.ts'
import { usersAccess } from '../administration.access.ts'
import type { ListUsersInput, UserFilter } from '../administration.schema.ts'
import { listedUser, type ListedUser } from './listed-user.server.ts'
import { whereOf } from './user-filter.server.ts'
import { afterCursor, cursorAfter, orderBy, orderOf } from './user-order.server.ts'

type Page = { cursor?: string | null; limit: number }
export type UserPage = { items: ListedUser[]; nextCursor: string | null }

/**
 * The users who have an account, a page at a time by keyset in every order: a page costs the same however
 * deep it lies and however many there are. For administrators. Throws invalid (field `cursor`).
 */
export async function listUsers(
  ctx: VerbContext,
  { cursor, limit, ...filter }: ListUsersInput,
): Promise<UserPage> {
  authorize(ctx.actor, usersAccess.list)
  return readUsers(ctx.db, filter, { cursor, limit })
}

/**
 * A page of the users whom the filter lets through, for verbs that have authorized. Throws invalid (field
 * `cursor`).
 */
export async function readUsers(db: Db, filter: UserFilter, page: Page): Promise<UserPage> {
  const rows: ListedUser[] = await usersQuery(db, filter, page)
  const items = rows.slice(0, page.limit)
  const last = items.at(-1)
  return { items, nextCursor: rows.length > page.limit && last ? cursorAfter(orderOf(filter), last) : null }
}

/** The query of a page, and one row more, which says that there is another. */
export function usersQuery(db: Db, filter: UserFilter, { cursor, limit }: Page) {
  const order = orderOf(filter)
  return db
    .select(listedUser)
    .from(user)
    .where(and(whereOf(filter), afterCursor(order, cursor)))
    .orderBy(...orderBy(order))
    .limit(limit + 1)
}
