import { authorize } from '#/core/access/access.ts'
import { databaseFailure } from '#/core/db/database-error.server.ts'
import type { VerbContext } from '#/core/trpc/context.server.ts'
import { AppError, type AppErrorParams } from '#/lib/app-error.ts'
import { banUser, revokeUserSessions, unbanUser, type Ban } from './act-on-user.server.ts'
import { usersAccess } from '../administration.access.ts'

/** What became of each user: those it was done to, and the others with why not. */
export type BulkAnswer = { done: string[]; refused: { id: string; code: string; params: AppErrorParams }[] }
type OnPeople = { userIds: readonly string[] }

/** Bans each of the users; one who can't be banned keeps no other from it. */
export function banUsers(ctx: VerbContext, { userIds, ...ban }: OnPeople & Ban): Promise<BulkAnswer> {
  authorize(ctx.actor, usersAccess.ban)
  return onEach(userIds, (userId) => banUser(ctx, { userId, ...ban }))
}

/** Lifts the ban of each of the users. */
export function unbanUsers(ctx: VerbContext, { userIds }: OnPeople): Promise<BulkAnswer> {
  authorize(ctx.actor, usersAccess.unban)
  return onEach(userIds, (userId) => unbanUser(ctx, { userId }))
}

/** Signs each of the users out everywhere. */
export function revokeSessionsOfUsers(ctx: VerbContext, { userIds }: OnPeople): Promise<BulkAnswer> {
  authorize(ctx.actor, usersAccess.revokeSessions)
  return onEach(userIds, (userId) => revokeUserSessions(ctx, { userId }))
}

/**
 * One after the other, each in its own transaction. An administrator who is demoted meanwhile gets no
 * further: each act asks again.
 */
async function onEach(
  userIds: readonly string[],
  work: (userId: string) => Promise<unknown>,
): Promise<BulkAnswer> {
  const answer: BulkAnswer = { done: [], refused: [] }
  for (const id of userIds) {
    try {
      await work(id)
      answer.done.push(id)
    } catch (error) {
      const known = error instanceof AppError ? error : databaseFailure(error)
      if (!known || known.kind === 'unavailable') throw error
      answer.refused.push({ id, code: known.code, params: known.params })
    }
  }
  return answer
}
