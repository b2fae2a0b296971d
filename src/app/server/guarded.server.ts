import { notFound } from '@tanstack/react-router'
import { getRequest, setResponseStatus } from '@tanstack/react-start/server'
import { refusalOf } from '#/core/access/access.ts'
import { jsonRefusal } from '#/core/http/data-answer.server.ts'
import { isLocalRequest } from '#/core/http/local-only.server.ts'
import { currentRequest } from '#/core/log/request-scope.server.ts'
import { AppError, statusByKind } from '#/lib/app-error.ts'
import { ruleOf, type Access } from '../registry/access.ts'
import { getServices } from './services.server.ts'
import { signedInOf } from './verb-context.server.ts'

async function refusalOfRequest(access: Access, headers: Headers): Promise<AppError | undefined> {
  // A probe must answer while the database is away.
  if (access === 'public') return undefined
  if (access === 'local') {
    const { env } = await getServices()
    return isLocalRequest(headers, env.isLocal) ? undefined : new AppError('not_found', 'errors:notFound')
  }
  const { actor } = await signedInOf(headers)
  return refusalOf(actor, ruleOf(access))
}

/**
 * A handler of a server route that runs for those only whom the declaration names; others get the refusal as
 * JSON. Who followed a link without being signed in is led to the sign-in page instead, and from there back
 * to the page with the link.
 */
export function guardedRoute<Context extends { request: Request }>(
  access: Access,
  handler: (context: Context) => Promise<Response> | Response,
) {
  return async (context: Context): Promise<Response> => {
    const refusal = await refusalOfRequest(access, context.request.headers)
    if (!refusal) return handler(context)
    if (refusal.kind === 'unauthenticated' && isNavigation(context.request)) return toSignIn(context.request)
    return jsonRefusal({ status: statusByKind[refusal.kind], code: refusal.code }, currentRequest()?.id ?? '')
  }
}

/** A browser that doesn't say so is known by what it takes. */
function isNavigation({ method, headers }: Request): boolean {
  const mode = headers.get('sec-fetch-mode')
  return (
    method === 'GET' &&
    (mode === null ? headers.get('accept')?.includes('text/html') === true : mode === 'navigate')
  )
}

function toSignIn({ url, headers }: Request): Response {
  const from = URL.parse(headers.get('referer') ?? '')
  const search =
    from?.host === new URL(url).host
      ? `?${new URLSearchParams({ redirect: from.pathname + from.search })}`
      : ''
  return new Response(null, {
    status: 303,
    headers: { location: `/login${search}`, 'cache-control': 'no-store' },
  })
}

/**
 * The same for a server function: `createServerFn().handler(guardedFunction('posts.list', ...))`. Throws
 * notFound, or AppError with its status set.
 */
export function guardedFunction<Input extends readonly unknown[], Answer>(
  access: Access,
  handler: (...input: Input) => Promise<Answer>,
) {
  return async (...input: Input): Promise<Answer> => {
    const refusal = await refusalOfRequest(access, getRequest().headers)
    if (!refusal) return handler(...input)
    if (refusal.kind === 'not_found') throw notFound()
    setResponseStatus(statusByKind[refusal.kind])
    throw refusal
  }
}
