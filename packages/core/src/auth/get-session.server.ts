import { parseSessionOutput, parseUserOutput } from 'better-auth/db'
import { and, eq, sql } from 'drizzle-orm'
import { preparedQuery } from '#/db/prepared-query.server.ts'
import { member, session, user } from '#/identity/identity.table.server.ts'
import type { Middleware } from './auth-context.server.ts'

const rowsOf = preparedQuery((db) =>
  db
    .select({ session, user, memberOf: member.organizationId })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .leftJoin(
      member,
      and(eq(member.userId, user.id), eq(member.organizationId, session.activeOrganizationId)),
    )
    .where(eq(session.token, sql.placeholder('token')))
    .limit(1),
)

/**
 * Returns a session that is not due for a refresh with a single read, in the library's format: this is the
 * most frequent request to /api/auth, and it changes nothing. Better Auth refreshes and ends sessions.
 */
export const onGetSession: Middleware = async ({ services, cookies, isRefreshDue }, next) => {
  const token = cookies.get('session')
  if (isRefreshDue || token === undefined) return next()
  const [row] = await rowsOf(services.db).execute({ token })
  // The session has ended since the handler read it.
  if (!row) return next()
  const { options } = await services.auth()
  return Response.json(
    {
      // Not the organization that the user was removed from (`Viewer.removedFrom`).
      session: parseSessionOutput(options, { ...row.session, activeOrganizationId: row.memberOf }),
      user: parseUserOutput(options, row.user),
    },
    { headers: { pragma: 'no-cache' } },
  )
}
