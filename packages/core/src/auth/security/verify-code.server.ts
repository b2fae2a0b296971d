import { sql } from 'drizzle-orm'
import { user, verification } from '#/identity/identity.table.server.ts'

/** The identifier of the code that verifies this user's address, in `verification`. */
export const verifyCodeOf = ({ id, email }: { id: string; email: string }): string =>
  `verify-code:${id}:${email}`

/** How many seconds ago that code was mailed, in a query of users; null without one. */
export const ageOfVerifyCode = sql<number | null>`case when not ${user.emailVerified} then (
  select extract(epoch from now() - ${verification.createdAt})::int from ${verification}
  where ${verification.identifier} = 'verify-code:' || ${user.id} || ':' || ${user.email}
    and ${verification.expiresAt} > now()) end`
