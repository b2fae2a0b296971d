import { redirectTo } from '#/http/redirect.server.ts'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { FastResponse } from 'srvx'
import { cookieName, readCookies } from '#/auth/cookies.server.ts'
import { loadAssets, type BuiltAssets } from '#/http/asset-store.server.ts'
import { createAddressReader } from '#/http/client-address.server.ts'
import { isCrossSiteWrite } from '#/http/cross-site.server.ts'
import { asDataAnswer, SERVER_FUNCTIONS } from '#/http/data-answer.server.ts'
import { discardResponse } from '#/http/discard-response.server.ts'
import { dropRest } from '#/http/read-body.server.ts'
import { nodeOf } from '#/http/node-of.server.ts'
import { inTurn } from '#/http/request-turns.server.ts'
import { sharedPages, type PageCache } from '#/http/page-cache.server.ts'
import { hasTwoHosts, targetOf } from '#/http/request-target.server.ts'
import { commonHeaders, completeHeaders, contentSecurityPolicy } from '#/http/security-headers.server.ts'
import { boundUnreadAnswers } from '#/http/unread-answers.server.ts'
import { wholeBody } from '#/http/whole-body.server.ts'
import { languageOfHeaders, provideTextsVersion } from '#/i18n/server-texts.server.ts'
import { namedWork } from '#/log/loop-watch.server.ts'
import { runWithRequest, type RequestScope } from '#/log/request-scope.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { isSoundPath, isSoundQuery } from '#/lib/page-path.ts'
import { logConsoleErrors } from './console-errors.server.ts'
import { errorResponse, failureResponse } from './error-response.server.ts'
import { atOwnAddress } from './own-request.server.ts'
import { announceStop } from './readiness.server.ts'
import { METHODS, type MatchRoute } from './match-route.server.ts'
import { openMeasuring } from './measuring.server.ts'
import { getServices, type Services } from './services.server.ts'
import type { TextsFiles } from './texts-files.server.ts'
import { signedInOf } from './verb-context.server.ts'

// They must be answered while everything else waits.
const PROBES = ['/healthz', '/readyz', '/metrics']

export type RunningApp = {
  services: Services
  fetch: (request: Request) => Promise<Response>
  /** Compresses the files of pages that a build has left uncompressed. */
  compressAssets(): Promise<void>
  /** From now on /readyz returns 503 and live updates end; other requests and answers are still served. */
  announceStop(): void
}
type Layers = {
  render: (request: Request) => Promise<Response> | Response
  matchRoute: MatchRoute
  /** Loads the list of the files of translations, which development answers from the sources. */
  readTextsFiles: () => Promise<TextsFiles>
}

/**
 * The layers between the socket and the router, the same in production and development: the session, request
 * validation, response headers.
 */
export async function createRequestHandler({
  render,
  matchRoute,
  readTextsFiles,
}: Layers): Promise<RunningApp> {
  const services = await getServices()
  const { env, log, secret } = services
  const common = commonHeaders(env.APP_URL.startsWith('https:'))
  const readAddress = createAddressReader(env.TRUSTED_PROXIES)
  const development = import.meta.env.DEV
  const addressOf = (request: Request) => new URL(env.APP_URL + targetOf(request))

  async function answer(request: Request, scope: RequestScope): Promise<Response> {
    const { path: asked, method, isPage } = scope
    const methods = scope.methods ?? METHODS
    if (!methods.includes(method))
      return errorResponse({ status: 405, code: 'errors:malformed' }, scope, {
        headers: { allow: methods.join(', ') },
      })
    if (hasTwoHosts(request)) throw new AppError('invalid', 'errors:malformed')
    if (!isSoundPath(asked)) throw new AppError('not_found', 'errors:notFound')
    if (isPage && !isSoundQuery(addressOf(request).search)) throw new AppError('invalid', 'errors:malformed')
    if (isCrossSiteWrite(request, env)) throw new AppError('forbidden', 'errors:crossSite')
    if (scope.route === undefined && !isPage && !asked.startsWith(SERVER_FUNCTIONS))
      throw new AppError('not_found', 'errors:notFound')
    // On every path: browsers never send a Cookie header that parsers could read differently.
    const session = readCookies(request.headers.get('cookie'), { secret, appUrl: env.APP_URL }).get('session')
    if (session !== undefined) scope.owner = `session:${session}`
    // A form that was submitted before hydration: pages accept no data, so the page is shown again.
    if (isPage && method === 'POST')
      return redirectTo(asked + addressOf(request).search, { origin: env.APP_URL, status: 303 })
    const own = await atOwnAddress(request, scope, addressOf(request))
    const name = `${method} ${scope.route ?? '(unknown)'}`
    const run = () => namedWork(name, () => respondTo(own, scope))
    const response = await (PROBES.includes(asked)
      ? run()
      : inTurn({ owner: scope.owner, signal: request.signal }, run))
    if (isPage) return response
    const data = asDataAnswer(response, scope)
    // The user sees the response of a mailed link or an OAuth callback, so an outage needs a page there.
    const isShown = method === 'GET' && request.headers.get('accept')?.includes('text/html') === true
    if (data.status !== 503 || !isShown) return data
    discardResponse(data)
    return errorResponse(
      {
        status: 503,
        code: 'errors:unavailable',
        params: { retryAfterSeconds: Number(data.headers.get('retry-after')) },
      },
      scope,
      { asPage: true },
    )
  }

  async function respondTo(request: Request, { isPage }: RequestScope): Promise<Response> {
    // Before anything renders, so that a database outage is a 503 and not a broken page.
    if (isPage) await signedInOf(request.headers)
    // The client has left.
    if (isPage) request.signal.throwIfAborted()
    return render(request)
  }

  async function handle(request: Request, scope: RequestScope): Promise<Response> {
    const response = await runWithRequest(scope, async () => {
      try {
        return await answer(request, scope)
      } catch (error) {
        return failureResponse(error, scope, log)
      } finally {
        void dropRest(request)
      }
    })
    const headers = new Headers(response.headers)
    const policy = contentSecurityPolicy({
      scripts: scope.nonce ? [`'nonce-${scope.nonce}'`] : [],
      development,
    })
    completeHeaders(headers, { hasSecretUrl: scope.hasSecretUrl, policy, common })
    headers.set('x-request-id', scope.id)
    const { status, statusText } = response
    if (request.method === 'HEAD') discardResponse(response)
    const body = request.method === 'HEAD' ? null : wholeBody(response.body)
    const node = nodeOf(request)
    if (node) countUnread(node.res, scope.owner)
    return new FastResponse(body, { status, statusText, headers })
  }

  const scopeOf = (request: Request, nonce: string): RequestScope => {
    const socketAddress = nodeOf(request)?.req.socket.remoteAddress
    const { pathname } = addressOf(request)
    const clientAddress = readAddress(socketAddress, request.headers.get(env.CLIENT_ADDRESS_HEADER))
    return {
      id: randomBytes(9).toString('base64url'),
      clientAddress,
      owner: clientAddress,
      signal: request.signal,
      socketAddress,
      nonce,
      language: languageOfHeaders(request.headers),
      method: request.method,
      path: pathname,
      ...matchRoute(pathname),
    }
  }

  const countUnread = boundUnreadAnswers()
  let built: BuiltAssets | undefined
  let pages: PageCache | undefined
  if (!development) {
    built = await loadAssets(path.resolve('dist/client'), common)
    provideTextsVersion(built.textsVersion)
    logConsoleErrors(log)
    const renderShared = (request: Request) => handle(request, scopeOf(request, ''))
    pages = sharedPages({
      paths: matchRoute.sharedPages,
      render: renderShared,
      appUrl: env.APP_URL,
      common,
      sessionCookie: cookieName('session', env.APP_URL),
    })
  }

  async function respond(request: Request): Promise<Response> {
    if ((request.method === 'GET' || request.method === 'HEAD') && !hasTwoHosts(request)) {
      const target = targetOf(request)
      const ready = built?.assets(target, request) ?? (await pages?.(target, request))
      if (ready) return ready
      if (development && target.startsWith('/assets/texts/')) {
        const { textsResponse } = await import('./texts-files.server.ts')
        const texts = textsResponse(target, await readTextsFiles())
        if (texts) return texts
      }
    }
    return handle(request, scopeOf(request, randomBytes(18).toString('base64')))
  }

  return {
    services,
    compressAssets: async () => built?.compress(),
    announceStop() {
      announceStop()
      // They would outlast every other request; their clients reconnect to another instance.
      services.live.endUpdates()
    },
    fetch: await openMeasuring({ services, matchRoute, respond }),
  }
}
