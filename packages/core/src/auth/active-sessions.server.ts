import { and, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { session, user } from '#/identity/identity.table.server.ts'
import { isBanned } from '#/auth/is-banned.server.ts'
import type { Db } from '#/db/database.server.ts'

export type ActiveSession = { session: typeof session.$inferSelect; user: typeof user.$inferSelect }

/**
 * Returns the active sessions of these tokens, newest sign-in first: not expired, no impersonation, user not
 * banned.
 */
export async function readActiveSessions(db: Db, tokens: readonly string[]): Promise<ActiveSession[]> {
  if (tokens.length === 0) return []
  return db
    .select({ session, user })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(
      and(
        inArray(session.token, [...tokens]),
        gt(session.expiresAt, sql`now()`),
        isNull(session.impersonatedBy),
        sql`not ${isBanned}`,
      ),
    )
    .orderBy(desc(session.createdAt), desc(session.id))
}
