import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { auditLog } from '@plinth/core/verb/server'
import { type Db, session, user, userPreference } from '@plinth/core/database/server'
import { knownDevice, passwordHashOf } from '@plinth/core/auth/server'

const AUDIT_BATCH = 1_000

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

/** Returns the devices the user has signed in from, as digests. */
export const exportDevices = (db: Db, userId: string) =>
  db
    .select({ device: knownDevice.device, lastSeenAt: knownDevice.lastSeenAt })
    .from(knownDevice)
    .where(eq(knownDevice.userId, userId))
    .orderBy(desc(knownDevice.lastSeenAt))

/**
 * Yields the audit entries of the user's own actions, newest first, read in batches. Actions of others on the
 * account are left out, because the IP addresses are theirs.
 */
export async function* exportAudit(db: Db, userId: string) {
  const { id, at, action, targetType, targetId, ip, details } = auditLog
  let last: { at: Date; id: string } | undefined
  for (;;) {
    const batch = await db
      .select({ id, at, action, targetType, targetId, ip, details })
      .from(auditLog)
      .where(
        and(
          eq(auditLog.actorId, userId),
          isNull(auditLog.impersonatorId),
          last && sql`(${at}, ${id}) < (${last.at.toISOString()}::timestamptz, ${last.id})`,
        ),
      )
      .orderBy(desc(at), desc(id))
      .limit(AUDIT_BATCH)
    for (const { id: _, ...entry } of batch) yield entry
    last = batch.at(-1)
    if (batch.length < AUDIT_BATCH) return
  }
}
