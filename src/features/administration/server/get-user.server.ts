import { asc, desc, eq, and, sql } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import { AppError, type VerbContext, concerns, readAudit } from '@plinth/core/verb/server'
import { type Db, member, organization, session, user } from '@plinth/core/database/server'
import { isUnexpired, signInMethodsOf } from '@plinth/core/auth/server'
import { describeAgent } from '@plinth/core/auth'
import { usersAccess } from '../administration.access.ts'
import { listedUser } from './listed-user.server.ts'

const SESSIONS_SHOWN = 50
const ORGANIZATIONS_SHOWN = 50
const ENTRIES_SHOWN = 10

/**
 * Returns the details of a user: active sessions, organizations, sign-in methods (without secrets), newest
 * audit entries. For admins. Throws not_found.
 */
export async function getUser(ctx: VerbContext, { id }: { id: string }) {
  const actor = authorize(ctx.actor, usersAccess.get)
  const more = {
    image: user.image,
    language: user.language,
    twoFactorEnabled: sql<boolean>`coalesce(${user.twoFactorEnabled}, false)`,
  }
  const [found] = await ctx.db
    .select({ ...listedUser, ...more })
    .from(user)
    .where(eq(user.id, id))
  if (!found) throw new AppError('not_found', 'errors:notFound')
  const { items: audit } = await readAudit(ctx.db, concerns(id), { limit: ENTRIES_SHOWN })
  const sessions = await sessionsOf(ctx.db, id)
  return {
    ...found,
    ways: (await signInMethodsOf(ctx.db, id)).map(({ name, label }) => ({ name, label })),
    sessions: sessions.map(({ userAgent, ...row }) => ({
      ...row,
      ...describeAgent(userAgent),
      current: row.id === actor.sessionId,
    })),
    organizations: await organizationsOf(ctx.db, id),
    audit,
  }
}

/** With ids instead of tokens, so the result can't be used to sign in. */
function sessionsOf(db: Db, userId: string) {
  return db
    .select({
      id: session.id,
      ip: session.ipAddress,
      userAgent: session.userAgent,
      createdAt: session.createdAt,
      lastSeenAt: session.updatedAt,
      expiresAt: session.expiresAt,
      impersonated: sql<boolean>`${session.impersonatedBy} is not null`,
    })
    .from(session)
    .where(and(eq(session.userId, userId), isUnexpired))
    .orderBy(desc(session.updatedAt), desc(session.id))
    .limit(SESSIONS_SHOWN)
}

function organizationsOf(db: Db, userId: string) {
  return db
    .select({ id: organization.id, name: organization.name, slug: organization.slug, role: member.role })
    .from(member)
    .innerJoin(organization, eq(organization.id, member.organizationId))
    .where(eq(member.userId, userId))
    .orderBy(asc(organization.name), asc(organization.id))
    .limit(ORGANIZATIONS_SHOWN)
}
