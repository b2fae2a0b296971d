import { createHash, timingSafeEqual } from 'node:crypto'
import { jsonRefusal } from '#/core/http/data-answer.server.ts'
import { currentRequest } from '#/core/log/request-scope.server.ts'
import { getServices } from './services.server.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** What is measured, for whoever knows METRICS_TOKEN; without that setting there is no such path. */
export async function metricsEndpoint({ request }: { request: Request }): Promise<Response> {
  const { env, metrics } = await getServices()
  const requestId = currentRequest()?.id ?? ''
  if (!metrics || !env.METRICS_TOKEN) return jsonRefusal({ status: 404, code: 'errors:notFound' }, requestId)
  const given = request.headers.get('authorization') ?? ''
  // Digests are of one length, and comparing them takes one time.
  if (!timingSafeEqual(digest(given), digest(`Bearer ${env.METRICS_TOKEN}`)))
    return jsonRefusal({ status: 401, code: 'errors:signInFirst' }, requestId, {
      'www-authenticate': 'Bearer',
    })
  const { text, contentType } = await metrics.read()
  return new Response(text, { headers: { 'content-type': contentType } })
}
