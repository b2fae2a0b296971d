import { eq } from 'drizzle-orm'
import { totpUse } from '#/core/auth/security/security.table.server.ts'
import { rowsOf, untilOwnerProof, type UserColumn } from '#/core/auth/user-columns.server.ts'
import { twoFactor, user } from '#/core/identity/identity.table.server.ts'

/** The second factor: authenticator app and backup codes, its used codes, and whether it is required. */
export const twoFactorUserColumns: readonly UserColumn[] = [
  rowsOf({ column: twoFactor.userId, at: untilOwnerProof }),
  rowsOf({ column: totpUse.userId, at: untilOwnerProof }),
  {
    is: 'credential',
    column: user.twoFactorEnabled,
    at: untilOwnerProof,
    end: (tx, { userId }) => tx.update(user).set({ twoFactorEnabled: false }).where(eq(user.id, userId)),
  },
]
