import { redirectTo } from '#/core/http/redirect.server.ts'
import { notFound } from '@tanstack/react-router'
import { getRequest, setResponseStatus } from '@tanstack/react-start/server'
import { accessErrorOf } from '#/core/access/access.ts'
import { errorJson } from '#/core/http/error-json.server.ts'
import { outgoingError } from '#/core/db/outgoing-error.server.ts'
import { isLocalRequest } from '#/core/http/local-only.server.ts'
import { currentRequest } from '#/core/log/request-scope.server.ts'
import { AppError, statusByKind } from '#/lib/app-error.ts'
import { ruleOf, type Access } from '../registry/access.ts'
import { getServices } from './services.server.ts'
import { signedInOf } from './verb-context.server.ts'

async function checkAccess(access: Access, headers: Headers): Promise<AppError | undefined> {
  // Probes must answer while the database is down.
  if (access === 'public') return undefined
  if (access === 'local') {
    const { env } = await getServices()
    return isLocalRequest(headers, env.isLocal) ? undefined : new AppError('not_found', 'errors:notFound')
  }
  const { actor } = await signedInOf(headers)
  return accessErrorOf(actor, ruleOf(access))
}

/**
 * Wraps a server route's handler in an access check. Denied requests get a JSON error; a navigation without a
 * session is redirected to the sign-in page, and from there back to the page with the link.
 */
export function guardedRoute<Context extends { request: Request }>(
  access: Access,
  handler: (context: Context) => Promise<Response> | Response,
) {
  return async (context: Context): Promise<Response> => {
    const error = await checkAccess(access, context.request.headers)
    if (!error) return handler(context)
    if (error.kind === 'unauthenticated' && isNavigation(context.request)) {
      const { isOver } = await signedInOf(context.request.headers)
      return toSignIn(context.request, isOver)
    }
    return errorJson(outgoingError(error))
  }
}

/** Browsers without Sec-Fetch-Mode are recognized by their Accept header. */
function isNavigation({ method, headers }: Request): boolean {
  const mode = headers.get('sec-fetch-mode')
  return (
    method === 'GET' &&
    (mode === null ? headers.get('accept')?.includes('text/html') === true : mode === 'navigate')
  )
}

function toSignIn({ url, headers }: Request, isOver = false): Response {
  const from = URL.parse(headers.get('referer') ?? '')
  const search = new URLSearchParams({
    ...(from?.host === new URL(url).host && { redirect: from.pathname + from.search }),
    ...(isOver && { ended: '1' }),
  }).toString()
  return redirectTo(search === '' ? '/login' : `/login?${search}`, {
    origin: new URL(url).origin,
    status: 303,
    headers: { 'cache-control': 'no-store' },
  })
}

/**
 * Wraps a server function's handler in an access check:
 * `createServerFn().handler(guardedFunction('account.export', ...))`. Throws notFound, or AppError with its
 * status set.
 */
export function guardedFunction<Input extends readonly unknown[], Answer>(
  access: Access,
  handler: (...input: Input) => Promise<Answer>,
) {
  return async (...input: Input): Promise<Answer> => {
    const scope = currentRequest()
    if (scope) scope.calledFunction = true
    const error = await checkAccess(access, getRequest().headers)
    if (!error) return handler(...input)
    if (error.kind === 'not_found') throw notFound()
    setResponseStatus(statusByKind[error.kind])
    throw error
  }
}
