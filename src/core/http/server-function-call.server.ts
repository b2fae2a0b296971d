import { AppError } from '#/lib/app-error.ts'
import { pathOf } from './request-target.server.ts'

const PATH = '/_serverFn/'
const PAYLOAD_MAX_DEPTH = 60

export type Refusal = { status: number; code: string }

/**
 * Refuses a call that no client of ours makes, before the framework answers it with 500: no function named,
 * or a payload that is no JSON object or nested without end. Does nothing for other paths. Throws AppError
 * not_found or invalid.
 */
export function checkServerFunctionCall(request: Request, body: Buffer | undefined): void {
  if (!pathOf(request).startsWith(PATH)) return
  const { pathname, searchParams } = new URL(request.url)
  if (pathname === PATH) throw new AppError('not_found', 'errors:notFound')
  const isJson = request.headers.get('content-type')?.includes('application/json') ?? false
  const payload =
    request.method === 'POST'
      ? isJson
        ? (body?.toString('utf8') ?? '')
        : undefined
      : searchParams.get('payload') || undefined
  if (payload !== undefined && !isPlainPayload(payload))
    throw new AppError('invalid', 'errors:malformed', { field: 'payload' })
}

function isPlainPayload(text: string): boolean {
  try {
    const payload: unknown = JSON.parse(text)
    return typeof payload === 'object' && payload !== null && depthOf(payload) <= PAYLOAD_MAX_DEPTH
  } catch {
    return false
  }
}

function depthOf(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null || depth > PAYLOAD_MAX_DEPTH) return depth
  let deepest = depth
  for (const item of Object.values(value)) deepest = Math.max(deepest, depthOf(item, depth + 1))
  return deepest
}

/**
 * What a failed answer of the framework means; undefined for one that may leave as it is. Its own 500 carries
 * the message of whatever was thrown.
 */
export async function serverFunctionRefusal(response: Response): Promise<Refusal | undefined> {
  const { status } = response
  if (status === 403) return { status, code: 'errors:crossSite' }
  if (status === 405) return { status, code: 'errors:malformed' }
  if (status < 500) return undefined
  // Only its words tell the caller's faults from ours.
  const text = await response.clone().text()
  if (text.includes('Server function info not found')) return { status: 404, code: 'errors:notFound' }
  if (/Seroval Error|Failed to parse body|Invariant failed|Payload too large/.test(text))
    return { status: 400, code: 'errors:malformed' }
  return { status, code: 'errors:unexpected' }
}
