import { plain, rowsOf, untilOwnerProof, type UserColumn } from '@plinth/core/auth/user-columns.server.ts'
import { accountDeletion } from '@plinth/core/identity/account-deletion.table.server.ts'
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
