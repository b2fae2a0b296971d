import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { auditLog } from '#/core/audit/audit.table.server.ts'
import { session, user } from '#/core/identity/identity.table.server.ts'
import { userPreference } from '#/core/identity/user-preference.table.server.ts'
import { passwordHashOf } from '#/core/auth/security/recent-auth.server.ts'
import type { Db } from '#/core/db/database.server.ts'

const AUDIT_MAX = 10_000

/** Returns the user's name, address and preferences. No password. */
export async function exportProfile(db: Db, userId: string) {
  const [profile] = await db
    .select({
      id: user.id,
      name: user.name,
      firstName: user.firstName,
      lastName: user.lastName,
      email: user.email,
      emailVerified: user.emailVerified,
      image: user.image,
      language: user.language,
      role: user.role,
      twoFactorEnabled: user.twoFactorEnabled,
      createdAt: user.createdAt,
      display: userPreference.display,
      mutedMails: userPreference.mutedMails,
    })
    .from(user)
    .leftJoin(userPreference, eq(userPreference.userId, user.id))
    .where(eq(user.id, userId))
  return { ...profile, hasPassword: (await passwordHashOf(db, userId)) !== undefined }
}

/** Returns the user's active sessions, without tokens and without impersonation sessions. */
export const exportSessions = (db: Db, userId: string) =>
  db
    .select({
      createdAt: session.createdAt,
      lastSeenAt: session.updatedAt,
      expiresAt: session.expiresAt,
      ip: session.ipAddress,
      agent: session.userAgent,
    })
    .from(session)
    .where(
      and(
        eq(session.userId, userId),
        sql`${session.impersonatedBy} is null`,
        gt(session.expiresAt, sql`now()`),
      ),
    )
    .orderBy(desc(session.updatedAt))

/**
 * Returns the audit entries of the user's own actions, newest first. Actions of others on the account are
 * left out, because the IP addresses are theirs.
 */
export const exportAudit = (db: Db, userId: string) =>
  db
    .select({
      at: auditLog.at,
      action: auditLog.action,
      targetType: auditLog.targetType,
      targetId: auditLog.targetId,
      ip: auditLog.ip,
      details: auditLog.details,
    })
    .from(auditLog)
    .where(and(eq(auditLog.actorId, userId), sql`${auditLog.impersonatorId} is null`))
    .orderBy(desc(auditLog.at))
    .limit(AUDIT_MAX)
