import { type UserColumn, plain, rowsOf, untilOwnerProof } from '@plinth/core/auth/server'
import { accountDeletion } from '@plinth/core/database/server'
import { accountExport } from './export/account-export.table.server.ts'

/** A scheduled deletion, which a stranger could have created before the owner's first proof. */
export const accountUserColumns: readonly UserColumn[] = [
  rowsOf({
    column: accountDeletion.userId,
    at: untilOwnerProof,
    creation: { calls: ['account.requestDeletion'] },
  }),
  ...plain(accountExport.userId),
]
