import { authorize } from '@plinth/core/access'
import { type AppErrorParams, type VerbContext, expectedError } from '@plinth/core/verb/server'
import { banUser, revokeUserSessions, unbanUser, type Ban } from './act-on-user.server.ts'
import { usersAccess } from '../administration.access.ts'

/** The ids of the users that succeeded, and the others with their error. */
export type BulkAnswer = { done: string[]; refused: { id: string; code: string; params: AppErrorParams }[] }
type OnUsers = { userIds: readonly string[] }

/** Bans each user. A failure doesn't affect the others. */
export function banUsers(ctx: VerbContext, { userIds, ...ban }: OnUsers & Ban): Promise<BulkAnswer> {
  authorize(ctx.actor, usersAccess.ban)
  return onEach(userIds, (userId) => banUser(ctx, { userId, ...ban }))
}

/** Lifts the ban of each user. */
export function unbanUsers(ctx: VerbContext, { userIds }: OnUsers): Promise<BulkAnswer> {
  authorize(ctx.actor, usersAccess.unban)
  return onEach(userIds, (userId) => unbanUser(ctx, { userId }))
}

/** Revokes the sessions of each user. */
export function revokeSessionsOfUsers(ctx: VerbContext, { userIds }: OnUsers): Promise<BulkAnswer> {
  authorize(ctx.actor, usersAccess.revokeSessions)
  return onEach(userIds, (userId) => revokeUserSessions(ctx, { userId }))
}

/**
 * Runs the action sequentially, each in its own transaction. Each one authorizes again, so an admin who is
 * demoted midway is stopped.
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
      const known = expectedError(error)
      if (!known || known.kind === 'unavailable') throw error
      answer.refused.push({ id, code: known.code, params: known.params })
    }
  }
  return answer
}
