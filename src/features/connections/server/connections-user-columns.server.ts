import { plain, rowsOf } from '#/core/auth/user-columns.server.ts'
import { connections } from './connections.table.server.ts'
import { oauthAccessToken, oauthConsent, oauthRefreshToken } from './oauth.table.server.ts'

/**
 * Connections end like sessions: with the owner's first proof, a ban, a password reset and a forced sign-out.
 * Consents and tokens end with their connection.
 */
export const connectionsUserColumns = [
  rowsOf({
    column: connections.userId,
    at: { ownerProof: 'ends', providerProof: 'ends', revokedTrust: 'stays', revokedAccess: 'ends' },
  }),
  ...plain(oauthConsent.userId, oauthAccessToken.userId, oauthRefreshToken.userId),
] as const
