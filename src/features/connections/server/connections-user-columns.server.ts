import { plain, rowsOf } from '@plinth/core/auth/server'
import { endConnections } from './end-connections.server.ts'
import { connections } from './connections.table.server.ts'
import { oauthAccessToken, oauthConsent, oauthRefreshToken } from './oauth.table.server.ts'

/**
 * Connections end like sessions, and with a change of the password: an app is signed in for its user.
 * Consents, access and refresh tokens, and codes that were not exchanged yet, end with their connection.
 */
export const connectionsUserColumns = [
  rowsOf({
    column: connections.userId,
    at: {
      ownerProof: 'ends',
      providerProof: 'ends',
      revokedTrust: 'ends',
      signedOut: 'ends',
      revokedAccess: 'ends',
    },
    delete: endConnections,
    creation: { calls: ['POST /api/auth/oauth2/consent'] },
  }),
  ...plain(oauthConsent.userId, oauthAccessToken.userId, oauthRefreshToken.userId),
] as const
