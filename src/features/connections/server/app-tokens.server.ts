import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { workspaceRoles } from '#/core/access/actor.ts'
import { isBanned } from '#/core/auth/is-banned.server.ts'
import { preparedQuery } from '#/core/db/prepared-query.server.ts'
import type { AppTokens } from '#/core/feature.server.ts'
import { member, user } from '#/core/identity/identity.table.server.ts'
import { issuerOf } from './addresses.server.ts'
import { connections } from './connections.table.server.ts'
import { oauthClient } from './oauth-client.table.server.ts'
import { oauthAccessToken } from './oauth.table.server.ts'

/** By prefix, scanners recognize a leaked token without asking this server. */
export const ACCESS_PREFIX = 'plinth_app_'
export const REFRESH_PREFIX = 'plinth_refresh_'

/** What the library stores of a token. */
export const digestOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

const tokenOf = preparedQuery((db) =>
  db
    .select({
      id: connections.id,
      name: oauthClient.name,
      scopes: oauthAccessToken.scopes,
      organizationId: connections.organizationId,
      userId: user.id,
      emailVerified: user.emailVerified,
      memberRole: member.role,
      isUseDue: sql<boolean>`${connections.lastUsedAt} is null or ${connections.lastUsedAt} < now() - interval '1 hour'`,
    })
    .from(oauthAccessToken)
    .innerJoin(connections, eq(connections.id, oauthAccessToken.referenceId))
    .innerJoin(oauthClient, eq(oauthClient.clientId, connections.clientId))
    .innerJoin(user, eq(user.id, connections.userId))
    .leftJoin(member, and(eq(member.userId, user.id), eq(member.organizationId, connections.organizationId)))
    .where(
      and(
        eq(oauthAccessToken.token, sql.placeholder('digest')),
        sql`${sql.placeholder('audience')} = any(${oauthAccessToken.resources})`,
        sql`${oauthAccessToken.expiresAt} > now()`,
        sql`${oauthAccessToken.revoked} is null`,
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
    if (!token.startsWith(ACCESS_PREFIX)) return undefined
    const digest = digestOf(token.slice(ACCESS_PREFIX.length))
    const [row] = await tokenOf(db).execute({ digest, audience })
    if (!row) return undefined
    const { id, name, scopes, userId, emailVerified, organizationId, isUseDue } = row
    const role = organizationId === null ? 'owner' : workspaceRoles.find((one) => one === row.memberRole)
    if (!role) return undefined
    const signer = { id, kind: 'app', name: name ?? '' } as const
    return { userId, emailVerified, workspace: { organizationId, role }, token: signer, scopes, isUseDue }
  },
  recordUse: (db, id) =>
    db
      .update(connections)
      .set({ lastUsedAt: sql`date_trunc('hour', now())` })
      .where(eq(connections.id, id)),
  issuer: issuerOf,
}
