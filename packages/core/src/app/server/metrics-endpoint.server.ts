import { createHash, timingSafeEqual } from 'node:crypto'
import { errorJson } from '#/http/error-json.server.ts'
import { getServices } from './services.server.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Sends the metrics to requests with METRICS_TOKEN as bearer token; 404 when it is not set. */
export async function metricsEndpoint({ request }: { request: Request }): Promise<Response> {
  const { env, metrics } = await getServices()
  if (!metrics || !env.METRICS_TOKEN) return errorJson({ status: 404, code: 'errors:notFound' })
  const given = request.headers.get('authorization') ?? ''
  // Digests have equal lengths, so the comparison takes constant time.
  if (!timingSafeEqual(digest(given), digest(`Bearer ${env.METRICS_TOKEN}`)))
    return errorJson({ status: 401, code: 'errors:signInFirst' }, { 'www-authenticate': 'Bearer' })
  const { text, contentType } = await metrics.read()
  return new Response(text, { headers: { 'content-type': contentType } })
}
