import { and, asc, desc, eq, isNull } from 'drizzle-orm'
import type { Db } from '#/db/database.server.ts'
import { member, session } from '#/identity/identity.table.server.ts'

/**
 * Returns the workspace a new session starts in: that of the user's last own session, else the organization
 * they joined first, unless a stranger may have chosen it. Null is the personal workspace.
 */
export async function landingWorkspace(db: Db, userId: string): Promise<string | null> {
  const [last] = await db
    .select({ id: session.activeOrganizationId })
    .from(session)
    .where(and(eq(session.userId, userId), isNull(session.impersonatedBy)))
    .orderBy(desc(session.createdAt))
    .limit(1)
  if (last) return last.id
  const [joined] = await db
    .select({ id: member.organizationId })
    .from(member)
    .where(and(eq(member.userId, userId), eq(member.isLanding, true)))
    .orderBy(asc(member.createdAt), asc(member.id))
    .limit(1)
  return joined?.id ?? null
}
