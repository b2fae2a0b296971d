import { and, eq, sql } from 'drizzle-orm'
import { holderColumns, holderOf, isBanned, membershipOf, recordUse } from '@plinth/core/auth/server'
import { digestOf, member, preparedQuery, user } from '@plinth/core/database/server'
import type { AppTokens } from '#/features/api/feature.server.ts'
import { issuerOf } from './addresses.server.ts'
import { connections } from './connections.table.server.ts'
import { oauthClient } from './oauth-client.table.server.ts'
import { oauthAccessToken } from './oauth.table.server.ts'

/** By prefix, scanners recognize a leaked token without asking this server. */
export const ACCESS_PREFIX = 'plinth_app_'
export const REFRESH_PREFIX = 'plinth_refresh_'
// A token that was issued under another name of the product begins with that one.
const ANY_PREFIX = /^[a-z][a-z0-9_]*_(?:app|refresh)_/

export const withoutPrefix = (token: string): string => token.replace(ANY_PREFIX, '')

const tokenOf = preparedQuery((db) =>
  db
    .select({ ...holderColumns(connections), name: oauthClient.name, scopes: oauthAccessToken.scopes })
    .from(oauthAccessToken)
    .innerJoin(connections, eq(connections.id, oauthAccessToken.referenceId))
    .innerJoin(oauthClient, eq(oauthClient.clientId, connections.clientId))
    .innerJoin(user, eq(user.id, connections.userId))
    .leftJoin(member, membershipOf(connections))
    .where(
      and(
        eq(oauthAccessToken.token, sql.placeholder('digest')),
        sql`${sql.placeholder('audience')} = any(${oauthAccessToken.resources})`,
        sql`${oauthAccessToken.expiresAt} > now()`,
        sql`${oauthAccessToken.revoked} is null`,
        // A token bound to a key (DPoP) is not a bearer token.
        sql`${oauthAccessToken.confirmation} is null`,
        sql`not ${isBanned}`,
      ),
    )
    .limit(1),
)

/**
 * Tokens of connected apps. A ban, an expiry, a disconnection and a lost membership take effect with the next
 * request, on every instance.
 */
export const appTokens: AppTokens = {
  async read(db, token, audience) {
    const secret = withoutPrefix(token)
    if (secret === token) return undefined
    const [row] = await tokenOf(db).execute({ digest: digestOf(secret), audience })
    return row && holderOf('app', row)
  },
  recordUse: (db, id) => recordUse(db, connections, id),
  issuer: issuerOf,
}
