import { perMinute, procedure, router } from '@plinth/core/verb/server'
import { linkedAccountsAccess } from '../providers.access.ts'
import { unlinkAccount, unlinkInput } from './unlink-account.server.ts'
import { listLinkedAccounts } from './list-linked-accounts.server.ts'

export const linkedAccountsRouter = router({
  list: procedure(linkedAccountsAccess.list).query(({ ctx }) => listLinkedAccounts(ctx)),
  unlink: procedure(linkedAccountsAccess.unlink, perMinute(120))
    .input(unlinkInput)
    .mutation(({ ctx, input }) => unlinkAccount(ctx, input)),
})
