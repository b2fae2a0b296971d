import { sql } from 'drizzle-orm'
import { ambientLoss } from '#/core/db/database.server.ts'
import { currentRequest } from '#/core/log/request-scope.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { banMet } from './administration/banned-sign-in.server.ts'
import type { Admitted, AuthDoor, Checked } from './auth-endpoint.server.ts'
import type { OpenRequest, GuardOutcome } from './auth-guard.server.ts'
import { mailFailure } from './auth-mails.server.ts'
import { settleBrowserAccounts } from './browser-accounts/settle-browser-accounts.server.ts'
import {
  letEndWithBrowser,
  libraryCookieHeader,
  withOwnSignatures,
  type CookieKey,
} from './cookies.server.ts'
import { noteJudgedCookies, requireSameCookies } from './judged-cookies.server.ts'
import { inOurWords } from './refusals.server.ts'
import { requireRecentProof } from './security/proof.server.ts'
import { settleSessions } from './security/settle-sessions.server.ts'

export const BASE_PATH = '/api/auth'

/** The request for Better Auth, made from what was checked and nothing else of address, cookies and body. */
function forward(request: Request, { path, query, body, cookies }: Checked, key: CookieKey): Request {
  const url = new URL(BASE_PATH + path, request.url)
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, value)
  const headers = new Headers(request.headers)
  // An IPv6 client counts by its /64; Better Auth wants an address.
  headers.set('x-app-client-ip', currentRequest()?.clientAddress.replace(/\/64$/, '') ?? '127.0.0.1')
  headers.delete('content-length')
  headers.delete('cookie')
  const cookie = libraryCookieHeader(cookies, key)
  if (cookie !== undefined) headers.set('cookie', cookie)
  if (body !== undefined) headers.set('content-type', 'application/json')
  return new Request(url, {
    method: request.method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  })
}

type Services = Pick<OpenRequest, 'tx' | 'storage' | 'secret' | 'cookies'>

/** Carries a refusal of Better Auth out of a transaction that must not stand. */
class Refused extends Error {
  readonly response: Response

  constructor(response: Response) {
    super('Better Auth refused what the guard had let pass')
    this.response = response
  }
}

/**
 * Guard, Better Auth, audit entries and mails in one transaction. Nothing of a request that fails stays: not
 * when Better Auth answers 5xx, and not when its mail could not be written.
 */
export async function inTransaction(door: AuthDoor, request: Request, admitted: Admitted): Promise<Response> {
  const { endpoint, turn, cookies } = admitted
  const key = { secret: door.secret, appUrl: new URL(request.url).origin }
  let afterCommit: GuardOutcome['afterCommit']
  try {
    const response = await door.db.transaction(async (tx) => {
      if (turn) await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${turn}, 0))`)
      const outcome = await guardOf(admitted, { tx, storage: door.storage, secret: door.secret, cookies })
      afterCommit = outcome.afterCommit
      if (outcome.refusal) return outcome.refusal
      if ('answer' in outcome) return Response.json(outcome.answer)
      noteJudgedCookies(tx, cookies)
      const told = withOwnSignatures(
        await door.auth.handler(forward(request, { ...admitted, ...outcome }, key)),
        door.secret,
      )
      requireSameCookies(tx)
      const loss = ambientLoss()
      if (loss) throw loss
      const answered = await inOurWords(told, endpoint.refusals)
      const unwritten = mailFailure(tx)
      if (unwritten) throw unwritten
      const ban = answered.status >= 400 || endpoint.isFailure?.(answered) ? banMet(tx) : undefined
      if (ban) throw ban
      if (answered.status >= 500) throw new Error('Better Auth failed', { cause: await answered.text() })
      if ((endpoint.guard && answered.status >= 400) || endpoint.isFailure?.(answered))
        throw new Refused(answered)
      const complete = await completed(answered, outcome, key)
      await settleSessions(tx)
      return settleBrowserAccounts({ tx, cookies, key, path: admitted.path }, complete)
    })
    if (response instanceof AppError) throw response
    // It stands either way.
    await afterCommit?.().catch((error: unknown) =>
      door.log.warn({ err: error }, 'what should follow an auth request did not happen'),
    )
    return response
  } catch (error) {
    if (error instanceof Refused) return error.response
    throw error
  }
}

async function guardOf(
  { endpoint, actor, query, body }: Admitted,
  services: Services,
): Promise<GuardOutcome> {
  const request = { ...services, rule: endpoint.rule, query, body: body ?? {} }
  if (endpoint.openGuard) return endpoint.openGuard({ ...request, actor })
  if (!endpoint.guard) return {}
  if (actor.kind === 'anonymous') throw new AppError('unauthenticated', 'errors:signInFirst')
  if (endpoint.needsProof) await requireRecentProof(services.tx, actor)
  return endpoint.guard({ ...request, actor })
}

/** What the guard makes of an answer that is no refusal. */
async function completed(
  answered: Response,
  { after, withoutCookies, endsWithBrowser }: GuardOutcome,
  { appUrl }: CookieKey,
): Promise<Response> {
  if (answered.status >= 400) return answered
  const headers = withoutLength(answered.headers)
  if (withoutCookies) headers.delete('set-cookie')
  if (endsWithBrowser) letEndWithBrowser(headers, appUrl)
  const isRedirect = answered.status >= 300
  const answer: unknown = isRedirect || !after ? undefined : await answered.json()
  const changed = await after?.(answer)
  if (isRedirect || !after) return new Response(answered.body, { status: answered.status, headers })
  return Response.json(changed, { status: answered.status, headers })
}

function withoutLength(headers: Headers): Headers {
  const own = new Headers(headers)
  own.delete('content-length')
  return own
}
