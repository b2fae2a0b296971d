import { and, eq, inArray, isNotNull, sql, type SQL } from 'drizzle-orm'
import { anonymous } from '@plinth/core/access'
import { consumeLimit, writeAudit } from '@plinth/core/verb/server'
import { type Middleware, openHook } from '@plinth/core/auth/server'
import { type Db, type Transaction, digestOf } from '@plinth/core/database/server'
import type { LimitRule } from '@plinth/core/schema'
import { withoutPrefix } from './app-tokens.server.ts'
import { connections } from './connections.table.server.ts'
import { endConnections } from './end-connections.server.ts'
import { addResource } from './oauth-hooks.server.ts'
import { revokeBody, tokenBody, type RevokeBody, type TokenBody } from './oauth-inputs.server.ts'
import { oauthError } from './oauth-refusal.server.ts'
import { oauthAccessToken, oauthRefreshToken } from './oauth.table.server.ts'

const PER_CLIENT: LimitRule = { max: 300, windowSeconds: 60 }

/**
 * Ends the connection whose used refresh token is used again, before the library refuses it: that would end
 * the user's tokens of this app in every workspace.
 */
export const onToken = (audience: string) =>
  openHook({ body: tokenBody }, async ({ tx, key, body }) => {
    await addResource(tx, key.appUrl + audience)
    if (body.grant_type === 'refresh_token')
      await endByRefreshToken(
        tx,
        and(
          tokenOf(oauthRefreshToken, body.refresh_token, body.client_id),
          isNotNull(oauthRefreshToken.revoked),
        ),
      )
    return {}
  })

/**
 * Ends an access token, or the connection of a refresh token. The library would leave access tokens of
 * earlier exchanges, and ends those of another app that presents a used token.
 */
export const onRevoke = openHook({ body: revokeBody }, async ({ tx, body }) => {
  await endByRefreshToken(tx, tokenOf(oauthRefreshToken, body.token, body.client_id))
  await tx.delete(oauthAccessToken).where(tokenOf(oauthAccessToken, body.token, body.client_id))
  return { answer: null }
})

const tokenOf = (
  { token, clientId }: typeof oauthRefreshToken | typeof oauthAccessToken,
  secret: string,
  ofClient: string,
) => and(eq(token, digestOf(withoutPrefix(secret))), eq(clientId, ofClient))

async function endByRefreshToken(tx: Transaction, which: SQL | undefined): Promise<void> {
  const found = tx.select({ id: oauthRefreshToken.referenceId }).from(oauthRefreshToken).where(which)
  for (const { id, organizationId, redirectHost } of await endConnections(tx, inArray(connections.id, found)))
    await writeAudit(tx, anonymous, {
      action: 'connection.delete',
      target: { type: 'connection', id },
      organizationId,
      details: { appHost: redirectHost },
    })
}

/**
 * Refuses proofs of a key (DPoP), which the MCP server doesn't verify: the token would still work without the
 * key. Counts refreshes by client only with a token of its own, so that no stranger uses up its limit.
 */
export const whileIssuing: Middleware = async (context, next) => {
  if (hasProof(context.request))
    return oauthError({ status: 400, error: 'invalid_request', description: 'DPoP is not supported' })
  const { db } = context.services
  const body = context.body as TokenBody
  const secret = 'code' in body ? body.code : body.refresh_token
  const connection = await connectionOf(db, secret)
  if (connection) await consumeLimit(db, `auth/oauth2/token:client:${connection.clientId}`, PER_CLIENT)
  return next({ lockKey: lockKeyOf(connection, secret) })
}

export const whileRevoking: Middleware = async ({ services, body }, next) => {
  const { token } = body as RevokeBody
  return next({ lockKey: lockKeyOf(await connectionOf(services.db, token), token) })
}

const hasProof = ({ headers }: Request): boolean =>
  headers.has('dpop') || /^dpop\b/i.test(headers.get('authorization') ?? '')

type Connection = { id: string; clientId: string }

/**
 * Requests about one connection, or with one code, run one after the other. Otherwise a used token that is
 * used again would not end the token for which it is being exchanged at that moment.
 */
const lockKeyOf = (connection: Connection | undefined, secret: string) =>
  `oauth:${connection?.id ?? digestOf(secret)}`

/** The connection of a token or a used code, also of a used token. Undefined for any other text. */
async function connectionOf(db: Db, secret: string): Promise<Connection | undefined> {
  const digest = digestOf(withoutPrefix(secret))
  const [found] = await db.select({ id: connections.id, clientId: connections.clientId }).from(connections)
    .where(sql`${connections.id} in (
      select ${oauthRefreshToken.referenceId} from ${oauthRefreshToken}
        where ${digest} in (${oauthRefreshToken.token}, ${oauthRefreshToken.authorizationCodeId})
      union all
      select ${oauthAccessToken.referenceId} from ${oauthAccessToken} where ${oauthAccessToken.token} = ${digest})`)
  return found
}
