import { tracedRoot } from '#/tracing/tracing.server.ts'
import { pathOf } from '#/http/request-target.server.ts'
import { METHODS, type MatchRoute } from './match-route.server.ts'
import { createRouteLabel } from './route-label.server.ts'
import type { Services } from './services.server.ts'

type Respond = (request: Request) => Promise<Response>
type Measuring = { services: Services; matchRoute: MatchRoute; respond: Respond }

/** Wraps `respond` with metrics and traces if they are enabled; returns `respond` itself otherwise. */
export async function openMeasuring({
  services: { env, metrics },
  matchRoute,
  respond,
}: Measuring): Promise<Respond> {
  const isTracing = env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined
  if (!metrics && !isTracing) return respond
  const [{ makeAppRouter }, { authRegistry }] = await Promise.all([
    import('../registry/router.server.ts'),
    import('../registry/auth.server.ts'),
  ])
  const labelOf = createRouteLabel({
    matchRoute,
    procedures: Object.keys((await makeAppRouter())._def.procedures),
    authEndpoints: (await authRegistry()).endpoints.map(({ path }) => path),
  })
  return async (request) => {
    const startedAt = performance.now()
    const method = METHODS.includes(request.method) ? request.method : 'other'
    const route = labelOf(pathOf(request))
    const facts = { 'http.request.method': method, 'http.route': route }
    // Files from memory are counted but not traced.
    const response = await (route === '/assets/$'
      ? respond(request)
      : tracedRoot({ name: `${method} ${route}`, kind: 'server', facts }, () => respond(request), statusOf))
    metrics?.record({
      method,
      route,
      status: response.status,
      seconds: (performance.now() - startedAt) / 1_000,
    })
    return response
  }
}

const statusOf = ({ status }: Response) => ({
  'http.response.status_code': status,
  ...(status >= 500 ? { 'error.type': String(status) } : {}),
})
