import {
  defineHandlerCallback,
  getSsrStatus,
  RouterServer,
  transformHtmlStringWithRouter,
} from '@tanstack/react-router/ssr/server'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { Writable } from 'node:stream'
import { FAILED_PART } from '#/components/part/part.tsx'
import { compressPage, currentRequest, wholeResponse } from '@plinth/core/server'
import { failureOf, onUnexpected } from '@plinth/core/page'
import type { RouterContext } from '../query-client/router-context.ts'
import { FAILED_PAGE } from '../status-pages.tsx'
import { getServices } from '@plinth/core/app/server'

const PAGE_MAX_BYTES = 1024 * 1024

// What a page says of an error that its server met.
onUnexpected(() => currentRequest()?.id)

/**
 * Renders a page to one string: loaders await every query, so there is nothing to stream, and a string costs
 * half the CPU. `renderToString` swallows errors of components, so a page with such errors is rendered a
 * second time to log them, and sent with status 500 unless only parts failed, which say so in their place. A
 * page whose client has left is not rendered. One of more than 1 MB is logged as an error, at which every
 * test of an application fails.
 */
export const renderPage = defineHandlerCallback(async ({ request, router, responseHeaders: headers }) => {
  const children = <RouterServer router={router} />
  const { log } = await getServices()
  const failed = router.state.matches.filter((match) => match.status === 'error')
  for (const { error, routeId } of failed)
    if (!isLogged(error)) log[levelOf(error)]({ err: error, route: routeId }, 'a route failed')
  request.signal.throwIfAborted()
  const html = await transformHtmlStringWithRouter(router, renderToString(children))
  request.signal.throwIfAborted()
  const bytes = Buffer.byteLength(html)
  if (bytes > PAGE_MAX_BYTES) log.error({ bytes, route: currentRequest()?.route }, 'a page is too large')
  // The page still shows its error box; Retry-After tells clients and load balancers to retry.
  const isUnavailable = failed.some(({ error }) => isDatabaseDown(error))
  if (isUnavailable) headers.set('retry-after', '2')
  const status = isUnavailable ? 503 : getSsrStatus(router)
  const { viewer, pendingSecondFactor } = router.options.context as RouterContext
  const isPrivate = viewer !== null || pendingSecondFactor !== null
  const answer = (answered: number) => {
    const { body, headers: encoding } = compressPage({ html, isPrivate }, request)
    for (const [name, value] of Object.entries(encoding)) headers.set(name, value)
    return wholeResponse(body, { status: answered, headers })
  }
  const isBroken = html.includes(FAILED_PAGE)
  if (!isBroken && !html.includes(FAILED_PART)) return answer(status)
  for (const error of await errorsOf(children))
    log[levelOf(error)](
      { err: error, path: router.latestLocation.pathname },
      'a component threw while rendering',
    )
  return answer(isBroken ? 500 : status)
})

const isDatabaseDown = (error: unknown) => failureOf(error).code === 'errors:unavailable'
/** A procedure has logged it, with what it threw. */
const isLogged = (error: unknown) =>
  error instanceof Error && error.name === 'TRPCError' && error.message === 'errors:unexpected'
const levelOf = (error: unknown) => (isDatabaseDown(error) ? 'warn' : 'error')

function errorsOf(children: React.ReactNode): Promise<unknown[]> {
  const errors: unknown[] = []
  return new Promise((resolve) => {
    const stream = renderToPipeableStream(children, {
      onError: (error) => {
        errors.push(error)
      },
      onAllReady: () => {
        stream.pipe(new Writable({ write: (_chunk, _encoding, done) => done() }))
        resolve(errors)
      },
    })
  })
}
