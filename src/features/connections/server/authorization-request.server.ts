import { eq } from 'drizzle-orm'
import type { Db } from '@plinth/core/database/server'
import { AppError } from '@plinth/core/verb/server'
import { isLoopbackHost } from '@plinth/core/schema'
import { documentHostOf } from './client-document.server.ts'
import { oauthClient } from './oauth-client.table.server.ts'
import { hostOf, isOnDevice } from './oauth-inputs.server.ts'

/** The library's scope for a refresh token, which every app gets. */
export const OFFLINE = 'offline_access'

export const isWriting = (scope: string): boolean => scope.endsWith(':write')

/** The signed query of the library as one value, which the router of the page leaves as it is. */
export const requestOf = (query: string): string => Buffer.from(query).toString('base64url')
export const signedQueryOf = (request: string): string => Buffer.from(request, 'base64url').toString()

export type AuthorizationRequest = {
  clientId: string
  appName: string
  /** Where the app describes itself, if it is named by that. */
  documentHost: string | undefined
  redirectUri: string
  redirectHost: string
  /** Whether the app is a program on the user's own computer, or says so. */
  isOnDevice: boolean
  scopes: readonly string[]
}

/**
 * Reads what an app has asked for from the query of the consent page, with what it has registered. Whether
 * the query is the one that this server has signed is checked with the answer to it. Throws invalid
 * (`connections:errors.requestOver`) for an app or an address that isn't registered, or once it is too old.
 */
export async function readAuthorization(db: Db, query: string): Promise<AuthorizationRequest> {
  const params = new URLSearchParams(query)
  const clientId = params.get('client_id') ?? ''
  const redirectUri = params.get('redirect_uri') ?? ''
  const redirect = URL.parse(redirectUri)
  const [client] = await db
    .select({ name: oauthClient.name, redirectUris: oauthClient.redirectUris })
    .from(oauthClient)
    .where(eq(oauthClient.clientId, clientId))
  const isRegistered = client?.redirectUris.some((uri) => withoutPort(uri) === withoutPort(redirectUri))
  const isOver = Number(params.get('exp')) * 1_000 < Date.now()
  if (!client || !redirect || !isRegistered || isOver)
    throw new AppError('invalid', 'connections:errors.requestOver')
  const scopes = (params.get('scope') ?? '').split(' ').filter((scope) => scope !== '' && scope !== OFFLINE)
  return {
    clientId,
    appName: client.name ?? hostOf(redirect),
    documentHost: documentHostOf(clientId),
    redirectUri,
    redirectHost: hostOf(redirect),
    isOnDevice: isOnDevice(redirect),
    scopes,
  }
}

/** The port of a program on the user's computer may differ from the registered one (RFC 8252). */
function withoutPort(uri: string): string {
  const url = URL.parse(uri)
  if (url?.protocol !== 'http:' || !isLoopbackHost(url.hostname)) return uri
  return uri.replace(/^(http:\/\/(?:\[[^\]]*\]|[^:/?]*))(?::\d+)?/i, '$1')
}
