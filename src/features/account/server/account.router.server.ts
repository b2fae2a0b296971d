import type { Application } from '@plinth/core/feature/server'
import { perMinute, procedure, router } from '@plinth/core/verb/server'
import { accountAccess, sessionsAccess } from '../account.access.ts'
import {
  cancelDeletionByLinkInput,
  disownSignUpInput,
  idInput,
  requestDeletionInput,
} from '../account.schema.ts'
import { cancelDeletion, cancelDeletionByLink } from './deletion/cancel-deletion.server.ts'
import { disownSignUp } from './deletion/disown-sign-up.server.ts'
import { requestDeletion } from './deletion/request-deletion.server.ts'
import { exportAccount } from './export/export-account.server.ts'
import { latestExport } from './export/latest-export.server.ts'
import { accountOutput, readAccount } from './read-account.server.ts'
import { listSessions } from './list-sessions.server.ts'
import { revokeOtherSessions } from './revoke-other-sessions.server.ts'
import { revokeSession } from './revoke-session.server.ts'

export const createAccountRouter = (application: () => Promise<Application>) =>
  router({
    read: procedure(accountAccess.read)
      .meta({ api: { rest: 'GET /account', summary: 'Read whose key this is, and for which workspace' } })
      .output(accountOutput)
      .query(({ ctx }) => readAccount(ctx)),
    export: procedure(accountAccess.export, perMinute(20)).mutation(({ ctx }) => exportAccount(ctx)),
    latestExport: procedure(accountAccess.latestExport).query(({ ctx }) => latestExport(ctx)),
    requestDeletion: procedure(accountAccess.requestDeletion, perMinute(20))
      .input(requestDeletionInput)
      .mutation(({ ctx, input }) => requestDeletion(ctx, input)),
    cancelDeletion: procedure(accountAccess.cancelDeletion, perMinute(20)).mutation(({ ctx }) =>
      cancelDeletion(ctx),
    ),
    cancelDeletionByLink: procedure(accountAccess.cancelDeletionByLink, perMinute(20))
      .input(cancelDeletionByLinkInput)
      .mutation(({ ctx, input }) => cancelDeletionByLink(ctx, input)),
    disownSignUp: procedure(accountAccess.disownSignUp, perMinute(20))
      .input(disownSignUpInput)
      .mutation(async ({ ctx, input }) => disownSignUp(ctx, input, (await application()).secret)),
  })

export const sessionsRouter = router({
  list: procedure(sessionsAccess.list).query(({ ctx }) => listSessions(ctx)),
  revoke: procedure(sessionsAccess.revoke, perMinute(120))
    .input(idInput)
    .mutation(({ ctx, input }) => revokeSession(ctx, input)),
  revokeOthers: procedure(sessionsAccess.revokeOthers, perMinute(120)).mutation(({ ctx }) =>
    revokeOtherSessions(ctx),
  ),
})
