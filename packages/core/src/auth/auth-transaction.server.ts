import { sql } from 'drizzle-orm'
import { currentTransactionFailure } from '#/db/current-transaction.server.ts'
import { AppError } from '#/lib/app-error.ts'
import {
  clientAddress,
  withAuthTransaction,
  type AuthContext,
  type AuthTransaction,
  type HookResult,
} from './auth-context.server.ts'
import { worksWithoutSession, type AuthEndpoint } from './auth-endpoint.server.ts'
import { mapAuthErrors } from './auth-errors.server.ts'
import {
  letEndWithBrowser,
  libraryCookieHeader,
  withCookies,
  withOwnSignatures,
  withoutSessionDeletion,
} from './cookies.server.ts'
import { rememberBrowser } from './known-browser.server.ts'
import { requireRecentAuth } from './security/recent-auth.server.ts'
import { withOwnSessionCookie } from './session-cookies.server.ts'
import { settleSessions } from './browser-sessions.server.ts'
import { recordNewSessions } from './security/record-new-sessions.server.ts'

export const BASE_PATH = '/api/auth'

/** Carries an error of Better Auth out of a transaction that must be rolled back. */
class LibraryDenial extends Error {
  readonly response: Response

  constructor(response: Response) {
    super('Better Auth denied what the hook had let pass')
    this.response = response
  }
}

/**
 * Runs the hook, Better Auth, audit entries and mails in one transaction. A failed request is rolled back,
 * also when Better Auth responds with a 5xx or the mail could not be written.
 */
export async function inTransaction(endpoint: AuthEndpoint, context: AuthContext): Promise<Response> {
  const { services, lockKey } = context
  try {
    const response = await services.db.transaction(async (tx) => {
      if (lockKey) await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lockKey}, 0))`)
      const request: AuthTransaction = {
        ...context,
        tx,
        newSessions: [],
        failure: undefined,
        reports: [],
      }
      return withAuthTransaction(request, async () => {
        const result = await runHook(endpoint, request)
        if (result.denial) return result.denial
        if (result.answer instanceof Response) return result.answer
        if ('answer' in result) return Response.json(result.answer)
        return askLibrary(endpoint, request, result)
      })
    })
    if (response instanceof AppError) throw response
    return response
  } catch (error) {
    if (error instanceof LibraryDenial) return error.response
    throw error
  }
}

async function runHook(endpoint: AuthEndpoint, request: AuthTransaction): Promise<HookResult> {
  const { actor, tx } = request
  if (endpoint.requiresRecentAuth) {
    if (actor.kind === 'anonymous') throw new AppError('unauthenticated', 'errors:signInFirst')
    await requireRecentAuth(tx, actor)
  }
  return endpoint.before ? endpoint.before(request) : {}
}

async function askLibrary(
  endpoint: AuthEndpoint,
  request: AuthTransaction,
  result: HookResult,
): Promise<Response> {
  const { key, services } = request
  const library = await services.auth()
  const answer = await library.handler(libraryRequest(endpoint, { ...request, ...result }))
  // The library may have caught the error of a statement, such as a lost race, and responded otherwise.
  const failure = currentTransactionFailure() ?? request.failure
  if (failure) throw failure
  const changes = endpoint.method === 'POST' && answer.status < 400
  const mayEnd = changes || request.newSessions.length > 0
  const mapped = await mapAuthErrors(withOwnSignatures(answer, key.secret), endpoint.errors)
  const response = mayEnd ? mapped : withoutSessionDeletion(mapped, key.appUrl)
  if (response.status >= 500)
    throw new Error('Better Auth failed', { cause: request.reports.at(-1)?.err ?? (await response.text()) })
  logReports(request, response)
  // Without a session, counted attempts and used challenges are committed. A denied request of a signed-in
  // user is rolled back.
  const isDenied = response.status >= 400 && !worksWithoutSession(endpoint)
  if (isDenied || endpoint.isFailure?.(response)) throw new LibraryDenial(response)
  const complete = withOwnSessionCookie(await completed(response, result, key.appUrl), request)
  await recordNewSessions(request)
  return settleSessions(request, withCookies(complete, await rememberBrowser(request, complete)))
}

/**
 * Logs what the library reported. It reports junk input and wrong passwords like faults of its own: when it
 * rejects the request, these are one short line each.
 */
function logReports({ reports, services: { log } }: AuthTransaction, { status }: Response): void {
  for (const { level, message, err } of reports) {
    if (status < 400) log[level]({ err }, message)
    else log.info({ reason: message, detail: err?.message.slice(0, 200) }, 'Better Auth rejected a request')
  }
}

/** Builds the request for Better Auth from the checked URL, cookies and body only. */
function libraryRequest(
  endpoint: AuthEndpoint,
  { request, path, query, body, cookies, key }: AuthContext,
): Request {
  const url = new URL(BASE_PATH + path, request.url)
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, value)
  const headers = new Headers(request.headers)
  headers.set('x-app-client-ip', clientAddress())
  headers.delete('content-length')
  headers.delete('cookie')
  const cookie = libraryCookieHeader(cookies, key)
  if (cookie !== undefined) headers.set('cookie', cookie)
  const form = endpoint.isForm ? new URLSearchParams(body as Record<string, string>).toString() : undefined
  const sent = endpoint.body ? (form ?? JSON.stringify(body)) : undefined
  if (sent !== undefined)
    headers.set('content-type', endpoint.isForm ? 'application/x-www-form-urlencoded' : 'application/json')
  return new Request(url, { method: request.method, headers, body: sent })
}

/** Applies the hook's result to a response that is not an error. */
async function completed(
  response: Response,
  { after, withoutCookies, endsWithBrowser }: HookResult,
  appUrl: string,
): Promise<Response> {
  const { status } = response
  if (status >= 400) return response
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  if (withoutCookies) headers.delete('set-cookie')
  if (endsWithBrowser) letEndWithBrowser(headers, appUrl)
  const isRedirect = status >= 300
  const changed = await after?.(isRedirect ? undefined : await response.json())
  if (isRedirect || !after) return new Response(response.body, { status, headers })
  return Response.json(changed, { status, headers })
}
