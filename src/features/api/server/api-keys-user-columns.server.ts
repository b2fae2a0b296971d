import { rowsOf, untilOwnerProof } from '@plinth/core/auth/server'
import { apiKeys } from './api-keys.table.server.ts'

/**
 * Keys end with the owner's first proof, a ban, a password reset and a forced sign-out. Programs of the user
 * go on when they sign out elsewhere or change the password.
 */
export const apiKeysUserColumns = [
  rowsOf({
    column: apiKeys.userId,
    at: { ...untilOwnerProof, revokedAccess: 'ends' },
    creation: { calls: ['apiKeys.create'] },
  }),
] as const
