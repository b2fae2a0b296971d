import { rowsOf } from '#/core/auth/user-columns.server.ts'
import { apiKeys } from './api-keys.table.server.ts'

/**
 * Keys end like sessions: with the owner's first proof, a ban, a password reset and a forced sign-out.
 */
export const apiKeysUserColumns = [
  rowsOf({
    column: apiKeys.userId,
    at: { ownerProof: 'ends', providerProof: 'ends', revokedTrust: 'stays', revokedAccess: 'ends' },
  }),
] as const
