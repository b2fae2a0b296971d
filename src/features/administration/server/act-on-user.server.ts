import { authorize, type AccessRule } from '#/core/access/access.ts'
import type { ApplicationRole, SignedInActor } from '#/core/access/actor.ts'
import { banPerson, unbanPerson } from '#/core/auth/administration/ban-person.server.ts'
import { deletePerson } from '#/core/auth/administration/delete-person.server.ts'
import { endOneSession, endSessions } from '#/core/auth/administration/end-sessions.server.ts'
import { setRole } from '#/core/auth/administration/set-role.server.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import { deleteBytes } from '#/core/storage/keep-file.server.ts'
import type { VerbContext } from '#/core/trpc/context.server.ts'
import { usersAccess } from '../administration.access.ts'

// One act of an administrator on another account each, in a transaction of its own. What holds for them is in
// core/auth/administration, where the endpoints under /api/auth find it too. All throw not_found for who does
// not exist (any more), forbidden on oneself, conflict for the last administrator.

export type Ban = { reason: string; expiresAt: Date }
type OnPerson = { userId: string }

function act<Answer>(
  ctx: VerbContext,
  rule: AccessRule,
  work: (tx: Transaction, actor: SignedInActor) => Promise<Answer>,
): Promise<Answer> {
  const actor = authorize(ctx.actor, rule)
  return ctx.db.transaction((tx) => work(tx, actor))
}

/**
 * Until `expiresAt` none of the person's sessions answers, and no way in leads to one; they are told by mail.
 */
export async function banUser(ctx: VerbContext, { userId, ...ban }: OnPerson & Ban): Promise<{ id: string }> {
  await act(ctx, usersAccess.ban, (tx, actor) => banPerson(tx, actor, { userId, ...ban }))
  return { id: userId }
}

/** Lifts a ban; harmless where there is none. */
export async function unbanUser(ctx: VerbContext, { userId }: OnPerson): Promise<{ id: string }> {
  await act(ctx, usersAccess.unban, (tx, actor) => unbanPerson(tx, actor, userId))
  return { id: userId }
}

/** Signs the person out everywhere; of oneself, everywhere else. `ended`: how many sessions. */
export async function revokeUserSessions(
  ctx: VerbContext,
  { userId }: OnPerson,
): Promise<{ id: string; ended: number }> {
  const ended = await act(ctx, usersAccess.revokeSessions, (tx, actor) => endSessions(tx, actor, userId))
  return { id: userId, ended }
}

/** Ends one session, by the id that getUser tells. */
export async function revokeUserSession(
  ctx: VerbContext,
  input: OnPerson & { sessionId: string },
): Promise<{ id: string }> {
  await act(ctx, usersAccess.revokeSessions, (tx, actor) => endOneSession(tx, actor, input))
  return { id: input.userId }
}

/** The person's role in the application from their next request on. */
export async function setUserRole(
  ctx: VerbContext,
  input: OnPerson & { role: ApplicationRole },
): Promise<{ id: string }> {
  await act(ctx, usersAccess.setRole, (tx, actor) => setRole(tx, actor, input))
  return { id: input.userId }
}

/**
 * Deletes the account for good. Throws conflict too for the last owner of an organization in which others
 * work.
 */
export async function deleteUser(ctx: VerbContext, { userId }: OnPerson): Promise<{ id: string }> {
  const files = await act(ctx, usersAccess.delete, (tx, actor) => deletePerson(tx, actor, userId))
  await deleteBytes(ctx, files)
  return { id: userId }
}
