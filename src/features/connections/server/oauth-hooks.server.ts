import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { SignedInActor } from '@plinth/core/access'
import { AppError, writeAudit } from '@plinth/core/verb/server'
import {
  type Middleware,
  lockOwnMembership,
  openHook,
  requireRecentAuth,
  userHook,
} from '@plinth/core/auth/server'
import { mailUser } from '@plinth/core/mail/server'
import type { Transaction } from '@plinth/core/database/server'
import { redirectTo } from '@plinth/core/server'
import { brand } from '#/brand.ts'
import { createId } from '@plinth/core/schema'
import { resolveRedirect } from '@plinth/core/page'
import { CONNECTIONS_PER_USER, consentBody } from '../connections.schema.ts'
import { CONSENT_PAGE } from './addresses.server.ts'
import {
  isWriting,
  OFFLINE,
  readAuthorization,
  requestOf,
  signedQueryOf,
  type AuthorizationRequest,
} from './authorization-request.server.ts'
import { documentHostOf, registerByDocument } from './client-document.server.ts'
import { connections } from './connections.table.server.ts'
import { endConnections } from './end-connections.server.ts'
import { oauthClient } from './oauth-client.table.server.ts'
import { isForBrowser, oauthError, toErrorPage } from './oauth-refusal.server.ts'
import { authorizeQuery, hostOf, registerBody } from './oauth-inputs.server.ts'
import { oauthResource } from './oauth.table.server.ts'

declare module '@plinth/core/auth/server' {
  interface CarriedState {
    /** The connection that the user is consenting to. */
    connectionId?: string
  }
}

type TokenRules = {
  /** Every scope that there is. */
  scopes: readonly string[]
  /** The path that tokens are for. */
  audience: string
}

/**
 * Sends a browser to the consent page, every time and whatever the app asks for: with a remembered consent,
 * any program could have a code sent to it.
 */
export const onAuthorize = ({ scopes: allScopes, audience }: TokenRules) =>
  openHook({ query: authorizeQuery }, async ({ tx, actor, key, query, request }) => {
    if (query.resource !== key.appUrl + audience)
      throw new AppError('invalid', 'errors:invalid', { field: 'resource' })
    if (actor.kind === 'anonymous') {
      const { pathname, search } = new URL(request.url)
      return { answer: toPage(`/login?${new URLSearchParams({ redirect: pathname + search })}`, key.appUrl) }
    }
    await addResource(tx, key.appUrl + audience)
    await keepClient(tx, query.client_id)
    const asked = (query.scope ?? '').split(' ').filter((scope) => scope !== '' && scope !== OFFLINE)
    const scopes = asked.length > 0 ? asked : allScopes
    return { query: { ...query, scope: [...scopes, OFFLINE].join(' '), prompt: 'consent' } }
  })

/** The sweep leaves an app alone for a day: a consent comes after this request and within minutes. */
const keepClient = (tx: Transaction, clientId: string) =>
  tx
    .update(oauthClient)
    .set({ updatedAt: sql`now()` })
    .where(and(eq(oauthClient.clientId, clientId), lt(oauthClient.updatedAt, sql`now() - interval '1 hour'`)))

function toPage(page: string, origin: string): Response {
  // It would lead elsewhere.
  if (resolveRedirect(page) === undefined) throw new AppError('invalid', 'errors:tooLong', { field: 'query' })
  return redirectTo(page, { origin })
}

/**
 * Reads first what an app that is named by a URL says of itself, for somebody who is signed in. Shows what
 * the library refuses on a page of ours. It would send the browser to the app, which may have
 * registered any address.
 */
export const whileAuthorizing: Middleware = async (context, next) => {
  const { actor, query, services, request } = context
  const { client_id: clientId = '' } = query
  if (actor.kind === 'user' && documentHostOf(clientId) !== undefined)
    await registerByDocument(services.db, { clientId, userId: actor.userId, signal: request.signal })
  const response = await next()
  const location = await targetOf(response)
  if (location === undefined) return response
  const { appUrl } = context.key
  const signed = location.startsWith(`${CONSENT_PAGE}?`) ? location.slice(CONSENT_PAGE.length + 1) : undefined
  if (signed !== undefined) return toPage(`${CONSENT_PAGE}?request=${requestOf(signed)}`, appUrl)
  const error = URL.parse(location, appUrl)?.searchParams.get('error')
  if (!error) return response
  return isForBrowser(request) ? toErrorPage(error, request) : oauthError({ status: 400, error })
}

/** Where the library leads, which it says in the body to what looks like a script. */
async function targetOf(response: Response): Promise<string | undefined> {
  const location = response.headers.get('location')
  if (location !== null || !response.headers.get('content-type')?.includes('json'))
    return location ?? undefined
  const { url } = (await response.clone().json()) as { url?: unknown }
  return typeof url === 'string' ? url : undefined
}

/**
 * Connects the app to the active workspace, or sends the browser back with a refusal. A second consent to an
 * app in a workspace takes the place of the first, whose tokens end. Consenting requires an authentication of
 * the last ten minutes, because the app stays connected when the session ends. Throws forbidden
 * (`errors:reauthenticate`), invalid for a request that is over, conflict with twenty connections.
 */
export const onConsent = userHook({ body: consentBody }, async ({ tx, actor, body, carried }) => {
  if (body.accept) await requireRecentAuth(tx, actor)
  const query = signedQueryOf(body.request)
  const asked = await readAuthorization(tx, query)
  if (!body.accept) return { body: { accept: false, oauth_query: query } }
  const scopes = asked.scopes.filter((scope) => body.mayWrite || !isWriting(scope))
  if (scopes.length === 0)
    throw new AppError('invalid', 'connections:errors.nothingAllowed', { field: 'mayWrite' })
  carried.connectionId = await connect(tx, actor, { ...asked, scopes })
  return {
    body: { accept: true, oauth_query: query, scope: [...scopes, OFFLINE].join(' ') },
    after: async (answer) => {
      // The library tells of a refusal in the URL.
      const url = URL.parse((answer as { url?: string }).url ?? '')
      if (!url?.searchParams.has('code')) throw new AppError('invalid', 'connections:errors.requestOver')
      return answer
    },
  }
})

async function connect(
  tx: Transaction,
  actor: SignedInActor,
  { clientId, appName, redirectHost, scopes }: AuthorizationRequest,
): Promise<string> {
  const { userId, workspace } = actor
  const { organizationId } = workspace
  await lockOwnMembership(tx, actor)
  const ofApp =
    organizationId === null
      ? isNull(connections.organizationId)
      : eq(connections.organizationId, organizationId)
  await endConnections(tx, and(eq(connections.userId, userId), eq(connections.clientId, clientId), ofApp))
  if ((await tx.$count(connections, eq(connections.userId, userId))) >= CONNECTIONS_PER_USER)
    throw new AppError('conflict', 'connections:errors.tooMany', { max: CONNECTIONS_PER_USER })
  const id = createId()
  await tx
    .insert(connections)
    .values({ id, userId, organizationId, clientId, scopes: [...scopes], redirectHost })
  await writeAudit(tx, actor, {
    action: 'connection.create',
    target: { type: 'connection', id },
    details: { appName, appHost: redirectHost, mayWrite: scopes.some(isWriting) },
  })
  await mailUser(tx, userId, {
    template: 'securityChange',
    params: { change: 'connections:mails.connected' },
  })
  return id
}

/** The library looks what tokens are for up in this table. The first request adds it. */
export const addResource = (tx: Transaction, identifier: string) =>
  tx.insert(oauthResource).values({ id: createId(), identifier, name: brand.name }).onConflictDoNothing()

/** Public clients only: a program on somebody's computer keeps no secret. */
export const onRegister = openHook({ body: registerBody }, async ({ tx, body }) => ({
  body: {
    ...body,
    client_name: body.client_name ?? hostOf(new URL(body.redirect_uris[0] ?? '')),
    // The library takes no schemes that are not domain names backwards. The row gets all below.
    redirect_uris: ['http://127.0.0.1/'],
    // The library lets only such clients have redirects to the user's own computer.
    application_type: 'native',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  },
  after: async (answer) => {
    const { scope: _, ...registered } = answer as { client_id: string; scope?: string }
    // The library would freeze today's scopes.
    await tx
      .update(oauthClient)
      .set({ scopes: sql`null`, redirectUris: body.redirect_uris })
      .where(eq(oauthClient.clientId, registered.client_id))
    return { ...registered, redirect_uris: body.redirect_uris }
  },
}))

/** Registering an app makes no user its owner, also in a browser with a session. */
export const withoutSession: Middleware = (context, next) =>
  next({ cookies: context.cookies.with('session', undefined) })
