import { redirectTo } from '#/http/redirect.server.ts'
import { notFound } from '@tanstack/react-router'
import { getRequest, setResponseStatus } from '@tanstack/react-start/server'
import { ZodError } from 'zod'
import { accessErrorOf } from '#/access/access.ts'
import { auditImpersonated } from '#/audit/audit.server.ts'
import type { EndpointCall } from '#/feature.server.ts'
import { defaultLanguage } from '#/i18n/languages.ts'
import { translateTo } from '#/i18n/server-texts.server.ts'
import { errorJson } from '#/http/error-json.server.ts'
import { inputError, outgoingError } from '#/db/outgoing-error.server.ts'
import { isLocalRequest } from '#/http/local-only.server.ts'
import { currentRequest } from '#/log/request-scope.server.ts'
import { AppError, statusByKind } from '#/lib/app-error.ts'
import type { Access } from '../registry/access.ts'
import { installedAccess } from '../registry/features.server.ts'
import { installed } from '../registry/installed.server.ts'
import { getServices } from './services.server.ts'
import { signedInOf, verbContext } from './verb-context.server.ts'

async function checkAccess(access: Access, headers: Headers): Promise<AppError | undefined> {
  // Probes must answer while the database is down.
  if (access === 'public') return undefined
  if (access === 'local') {
    const { env } = await getServices()
    return isLocalRequest(headers, env.isLocal) ? undefined : new AppError('not_found', 'errors:notFound')
  }
  const { actor } = await signedInOf(headers)
  return accessErrorOf(actor, installedAccess().ruleOf(access))
}

/**
 * The handler of a server route. Denied requests get a JSON error; a navigation without a session is
 * redirected to the sign-in page, and from there back to the page with the link. Errors are JSON, with their
 * message in the reader's language; an invalid input is a 400 that names the field.
 */
export function guardedRoute<Params = unknown>(
  access: Access,
  handle: (call: EndpointCall<Params>) => Promise<Response>,
) {
  return async ({ request, params }: { request: Request; params: Params }): Promise<Response> => {
    const denied = await checkAccess(access, request.headers)
    if (denied?.kind === 'unauthenticated' && isNavigation(request)) {
      const { isOver } = await signedInOf(request.headers)
      return toSignIn(request, isOver)
    }
    if (denied) return errorJson(outgoingError(denied))
    try {
      const ctx = await verbContext(request)
      if (request.method === 'POST') await auditImpersonated(ctx, new URL(request.url).pathname)
      const t = translateTo(currentRequest()?.language ?? defaultLanguage)
      return await handle({ request, params, ctx, t, application: getServices, installed: installed() })
    } catch (error) {
      const { isBug, ...outgoing } =
        error instanceof ZodError ? inputError(error, 'body') : outgoingError(error)
      if (isBug) throw error
      return errorJson(outgoing)
    }
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
