import { and, eq, sql, type SQL } from 'drizzle-orm'
import { user } from '#/core/identity/identity.table.server.ts'
import { isBanned } from '#/core/auth/is-banned.server.ts'
import { userSearch } from '#/core/identity/user-search.server.ts'
import type { UserFilter } from '../administration.schema.ts'

/**
 * The condition of a filter. Written so that an index fits: admins, banned users and unproved addresses have
 * one each, because they are few.
 */
export function whereOf({ search, role, banned, verified }: UserFilter): SQL | undefined {
  return and(
    search === undefined ? undefined : userSearch(search),
    role === 'admin' ? eq(user.role, 'admin') : undefined,
    role === 'user' ? sql`${user.role} is distinct from 'admin'` : undefined,
    // The first half is the condition of the index; whether the ban is over, each row says.
    banned === true ? sql`${user.banned} and ${isBanned}` : undefined,
    banned === false ? sql`not ${isBanned}` : undefined,
    verified === undefined
      ? undefined
      : verified
        ? sql`${user.emailVerified}`
        : sql`not ${user.emailVerified}`,
  )
}
