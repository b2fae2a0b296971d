import { rowsOf, untilOwnerProof } from '@plinth/core/auth/server'
import { totpUse, twoFactor } from './two-factor.table.server.ts'

/** Authenticator app, backup codes, used codes. Core declares the user's column that requires the factor. */
export const twoFactorUserColumns = [
  rowsOf({
    column: twoFactor.userId,
    at: untilOwnerProof,
    // With a password, the form asks for that instead.
    creation: {
      calls: ['POST /api/auth/two-factor/enable', 'POST /api/auth/two-factor/generate-backup-codes'],
    },
  }),
  rowsOf({
    column: totpUse.userId,
    at: untilOwnerProof,
    creation: { without: 'a code that was used lets nobody in' },
  }),
] as const
