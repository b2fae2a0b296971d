import { perMinute, procedure, router } from '@plinth/core/verb/server'
import {
  banUser,
  deleteUser,
  revokeUserSession,
  revokeUserSessions,
  setUserRole,
  unbanUser,
} from './act-on-user.server.ts'
import { banUsers, revokeSessionsOfUsers, unbanUsers } from './act-on-users.server.ts'
import { adminAccess, errorsAccess, queuesAccess, usersAccess } from '../administration.access.ts'
import {
  banUserInput,
  banUsersInput,
  countUsersInput,
  createUserInput,
  errorInput,
  getUserInput,
  listUsersInput,
  queuedInput,
  revokeSessionInput,
  scheduledInput,
  setRoleInput,
  shortListInput,
  userIdInput,
  userIdsInput,
} from '../administration.schema.ts'
import { createUser } from './create-user.server.ts'
import { listErrors, resolveError } from './error-groups.server.ts'
import { getUser } from './get-user.server.ts'
import { countUsers, listUsers } from './list-users.server.ts'
import { discardQueued, listQueued, listScheduled, retryQueued, runScheduled } from './queues.server.ts'
import { readStats } from './read-stats.server.ts'

const usersRouter = router({
  list: procedure(usersAccess.list)
    .input(listUsersInput)
    .query(({ ctx, input }) => listUsers(ctx, input)),
  count: procedure(usersAccess.list)
    .input(countUsersInput)
    .query(({ ctx, input }) => countUsers(ctx, input)),
  get: procedure(usersAccess.get)
    .input(getUserInput)
    .query(({ ctx, input }) => getUser(ctx, input)),
  create: procedure(usersAccess.create, perMinute(60))
    .input(createUserInput)
    .mutation(({ ctx, input }) => createUser(ctx, input)),
  ban: procedure(usersAccess.ban, perMinute(300))
    .input(banUserInput)
    .mutation(({ ctx, input }) => banUser(ctx, input)),
  banMany: procedure(usersAccess.ban, perMinute(60))
    .input(banUsersInput)
    .mutation(({ ctx, input }) => banUsers(ctx, input)),
  unban: procedure(usersAccess.unban, perMinute(300))
    .input(userIdInput)
    .mutation(({ ctx, input }) => unbanUser(ctx, input)),
  unbanMany: procedure(usersAccess.unban, perMinute(60))
    .input(userIdsInput)
    .mutation(({ ctx, input }) => unbanUsers(ctx, input)),
  revokeSessions: procedure(usersAccess.revokeSessions, perMinute(300))
    .input(userIdInput)
    .mutation(({ ctx, input }) => revokeUserSessions(ctx, input)),
  revokeSession: procedure(usersAccess.revokeSessions, perMinute(300))
    .input(revokeSessionInput)
    .mutation(({ ctx, input }) => revokeUserSession(ctx, input)),
  revokeSessionsMany: procedure(usersAccess.revokeSessions, perMinute(60))
    .input(userIdsInput)
    .mutation(({ ctx, input }) => revokeSessionsOfUsers(ctx, input)),
  setRole: procedure(usersAccess.setRole, perMinute(300))
    .input(setRoleInput)
    .mutation(({ ctx, input }) => setUserRole(ctx, input)),
  delete: procedure(usersAccess.delete, perMinute(300))
    .input(userIdInput)
    .mutation(({ ctx, input }) => deleteUser(ctx, input)),
})

export const administrationRouter = router({
  stats: procedure(adminAccess.stats).query(({ ctx }) => readStats(ctx)),
  users: usersRouter,
  errors: router({
    list: procedure(errorsAccess.list)
      .input(shortListInput)
      .query(({ ctx, input }) => listErrors(ctx, input)),
    resolve: procedure(errorsAccess.resolve, perMinute(60))
      .input(errorInput)
      .mutation(({ ctx, input }) => resolveError(ctx, input)),
  }),
  queues: router({
    list: procedure(queuesAccess.list)
      .input(shortListInput)
      .query(({ ctx, input }) => listQueued(ctx, input)),
    retry: procedure(queuesAccess.retry, perMinute(60))
      .input(queuedInput)
      .mutation(({ ctx, input }) => retryQueued(ctx, input)),
    discard: procedure(queuesAccess.discard, perMinute(60))
      .input(queuedInput)
      .mutation(({ ctx, input }) => discardQueued(ctx, input)),
    scheduled: procedure(queuesAccess.scheduled)
      .input(shortListInput)
      .query(({ ctx, input }) => listScheduled(ctx, input)),
    run: procedure(queuesAccess.run, perMinute(60))
      .input(scheduledInput)
      .mutation(({ ctx, input }) => runScheduled(ctx, input)),
  }),
})
