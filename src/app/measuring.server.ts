import { authEndpoints } from '#/core/auth/auth-endpoints.server.ts'
import { createRouteLabel } from './route-label.server.ts'
import type { Services } from './services.server.ts'
import { appRouter } from './trpc-router.server.ts'

const METHODS = ['GET', 'HEAD', 'POST']

/** As it was asked for; what stands before comes from the Host header, which anyone can send. */
const pathOf = ({ url }: Request): string => url.slice(url.indexOf('/', 8)).split('?')[0] ?? ''

type Respond = (request: Request) => Promise<Response>
type Measuring = { services: Services; routePaths: () => string[]; respond: Respond }

/** Answers as `respond` does, and counts it where metrics are switched on. Where not, it is `respond` itself. */
export function openMeasuring({ services: { metrics }, routePaths, respond }: Measuring): Respond {
  if (!metrics) return respond
  const labelOf = createRouteLabel({
    routes: routePaths(),
    procedures: Object.keys(appRouter._def.procedures),
    authEndpoints: authEndpoints.map(({ path }) => path),
  })
  return async (request) => {
    const startedAt = performance.now()
    const method = METHODS.includes(request.method) ? request.method : 'other'
    const route = labelOf(pathOf(request))
    const response = await respond(request)
    metrics.record({ method, route, status: response.status, seconds: (performance.now() - startedAt) / 1_000 })
    return response
  }
}
