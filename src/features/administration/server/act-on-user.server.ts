import { and, eq } from 'drizzle-orm'
import { type AccessRule, type ApplicationRole, type SignedInActor, authorize } from '@plinth/core/access'
import { AppError, type VerbContext, writeAudit } from '@plinth/core/verb/server'
import {
  deleteAccount,
  deleteSessions,
  lockAsAdministrator,
  lockUser,
  makeAdministrator,
  refuseAccountDeletion,
  refuseLastAdministrator,
  refuseOnSelf,
  revokeAccess,
} from '@plinth/core/auth/server'
import { type Transaction, endWorkspace, session, user } from '@plinth/core/database/server'
import { mailUser, withoutAddress } from '@plinth/core/mail/server'
import { deleteBytes } from '@plinth/core/files/server'
import { usersAccess } from '../administration.access.ts'

// Each verb is one action of an admin on another account, in its own transaction. All throw not_found for an
// unknown or deleted user, forbidden for oneself, conflict for the last admin.

export type Ban = { reason: string; expiresAt: Date }
type OnUser = { userId: string }

function act<Answer>(
  ctx: VerbContext,
  rule: AccessRule,
  work: (tx: Transaction, actor: SignedInActor) => Promise<Answer>,
): Promise<Answer> {
  const actor = authorize(ctx.actor, rule)
  return ctx.db.transaction((tx) => work(tx, actor))
}

/**
 * Bans a user until `expiresAt` and mails them: their sessions are revoked on every instance, and no sign-in
 * method works. A second ban replaces the first.
 */
export async function banUser(ctx: VerbContext, { userId, ...ban }: OnUser & Ban): Promise<{ id: string }> {
  await act(ctx, usersAccess.ban, async (tx, actor) => {
    refuseOnSelf(actor, userId)
    await lockAsAdministrator(tx, actor)
    const row = await lockUser(tx, userId)
    await refuseLastAdministrator(tx, row)
    await tx
      .update(user)
      .set({ banned: true, banReason: ban.reason, banExpires: ban.expiresAt })
      .where(eq(user.id, userId))
    await revokeAccess(tx, userId)
    const details = { reason: ban.reason, expiresAt: ban.expiresAt.toISOString() }
    await writeAudit(tx, actor, { action: 'user.ban', target: { type: 'user', id: userId }, details })
    await mailUser(tx, row, { template: 'banned', params: { ...withoutAddress, ...ban } })
  })
  return { id: userId }
}

/** Lifts a ban. Does nothing without one. */
export async function unbanUser(ctx: VerbContext, { userId }: OnUser): Promise<{ id: string }> {
  await act(ctx, usersAccess.unban, async (tx, actor) => {
    await lockAsAdministrator(tx, actor)
    const row = await lockUser(tx, userId)
    if (!row.banned) return
    await tx.update(user).set({ banned: false, banReason: null, banExpires: null }).where(eq(user.id, userId))
    await writeAudit(tx, actor, { action: 'user.unban', target: { type: 'user', id: userId } })
  })
  return { id: userId }
}

/**
 * Revokes the user's sessions and trusted devices; for oneself, all sessions but the current one. Returns the
 * number of revoked sessions as `ended`.
 */
export async function revokeUserSessions(
  ctx: VerbContext,
  { userId }: OnUser,
): Promise<{ id: string; ended: number }> {
  const ended = await act(ctx, usersAccess.revokeSessions, async (tx, actor) => {
    await lockAsAdministrator(tx, actor)
    await lockUser(tx, userId)
    const count = await revokeAccess(tx, userId, userId === actor.userId ? actor.sessionId : undefined)
    await auditRevocation(tx, actor, { userId, count })
    return count
  })
  return { id: userId, ended }
}

/** Revokes one session, by the id from getUser. */
export async function revokeUserSession(
  ctx: VerbContext,
  { userId, sessionId }: OnUser & { sessionId: string },
): Promise<{ id: string }> {
  await act(ctx, usersAccess.revokeSessions, async (tx, actor) => {
    await lockAsAdministrator(tx, actor)
    const [revoked] = await deleteSessions(tx, and(eq(session.id, sessionId), eq(session.userId, userId)))
    if (!revoked) throw new AppError('not_found', 'errors:notFound')
    await auditRevocation(tx, actor, { userId, count: 1 })
  })
  return { id: userId }
}

function auditRevocation(
  tx: Transaction,
  actor: SignedInActor,
  { userId, count }: { userId: string; count: number },
): Promise<void> {
  return writeAudit(tx, actor, {
    action: 'user.revokeSessions',
    target: { type: 'user', id: userId },
    details: { count },
  })
}

/**
 * Sets the user's role in the application, effective from their next request. Setting the current role does
 * nothing. A demoted admin's impersonations end, and those of a user who becomes an admin.
 */
export async function setUserRole(
  ctx: VerbContext,
  { userId, role }: OnUser & { role: ApplicationRole },
): Promise<{ id: string }> {
  await act(ctx, usersAccess.setRole, async (tx, actor) => {
    await lockAsAdministrator(tx, actor)
    const row = await lockUser(tx, userId)
    const roleBefore = row.role === 'admin' ? 'admin' : 'user'
    if (role === roleBefore) return
    refuseOnSelf(actor, userId)
    if (role === 'admin') await makeAdministrator(tx, userId)
    else {
      await refuseLastAdministrator(tx, row)
      await deleteSessions(tx, eq(session.impersonatedBy, userId))
      await tx.update(user).set({ role }).where(eq(user.id, userId))
    }
    await writeAudit(tx, actor, {
      action: 'user.setRole',
      target: { type: 'user', id: userId },
      details: { role, roleBefore },
    })
  })
  return { id: userId }
}

/**
 * Permanently deletes the account. Also throws conflict for the last owner of an organization with other
 * members, and unavailable while something that the user pays for can't be ended.
 */
export async function deleteUser(ctx: VerbContext, { userId }: OnUser): Promise<{ id: string }> {
  await act(ctx, usersAccess.delete, async (tx, actor) => {
    refuseOnSelf(actor, userId)
    await lockAsAdministrator(tx, actor)
    await refuseAccountDeletion(tx, userId)
  })
  await endWorkspace(ctx, { userId })
  const files = await act(ctx, usersAccess.delete, async (tx, actor) => {
    refuseOnSelf(actor, userId)
    await lockAsAdministrator(tx, actor)
    return deleteAccount(tx, actor, userId)
  })
  await deleteBytes(ctx, files)
  return { id: userId }
}
