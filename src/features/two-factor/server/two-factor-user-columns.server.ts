import { rowsOf, untilOwnerProof } from '#/core/auth/user-columns.server.ts'
import { totpUse, twoFactor } from './two-factor.table.server.ts'

/** Authenticator app, backup codes, used codes. Core declares the user's column that requires the factor. */
export const twoFactorUserColumns = [
  rowsOf({ column: twoFactor.userId, at: untilOwnerProof }),
  rowsOf({ column: totpUse.userId, at: untilOwnerProof }),
] as const
