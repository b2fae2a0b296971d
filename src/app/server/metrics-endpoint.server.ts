import { createHash, timingSafeEqual } from 'node:crypto'
import { jsonError } from '#/core/http/data-answer.server.ts'
import { currentRequest } from '#/core/log/request-scope.server.ts'
import { getServices } from './services.server.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Sends the metrics to requests with METRICS_TOKEN as bearer token; 404 when it is not set. */
export async function metricsEndpoint({ request }: { request: Request }): Promise<Response> {
  const { env, metrics } = await getServices()
  const requestId = currentRequest()?.id ?? ''
  if (!metrics || !env.METRICS_TOKEN) return jsonError({ status: 404, code: 'errors:notFound' }, requestId)
  const given = request.headers.get('authorization') ?? ''
  // Digests have equal lengths, so the comparison takes constant time.
  if (!timingSafeEqual(digest(given), digest(`Bearer ${env.METRICS_TOKEN}`)))
    return jsonError({ status: 401, code: 'errors:signInFirst' }, requestId, {
      'www-authenticate': 'Bearer',
    })
  const { text, contentType } = await metrics.read()
  return new Response(text, { headers: { 'content-type': contentType } })
}
