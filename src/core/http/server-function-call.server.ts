import { AppError } from '#/lib/app-error.ts'
import { pathOf } from './request-target.server.ts'

export const SERVER_FUNCTIONS = '/_serverFn/'
const PAYLOAD_MAX_DEPTH = 60

export type HttpError = { status: number; code: string }

/**
 * Rejects server function calls that the framework would answer with 500: without a function, or with a
 * payload that is not a JSON object or is nested too deeply. Ignores other paths. Throws AppError not_found
 * or invalid.
 */
export function checkServerFunctionCall(request: Request, body: Buffer | undefined): void {
  if (!pathOf(request).startsWith(SERVER_FUNCTIONS)) return
  const { pathname, searchParams } = new URL(request.url)
  const id = pathname.slice(SERVER_FUNCTIONS.length)
  // The framework looks the function up in an object, which has `constructor` and the like.
  if (id === '' || id in Object.prototype) throw new AppError('not_found', 'errors:notFound')
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

/** What a client did wrong, by the message of the framework's error; undefined for an error of ours. */
export function clientErrorOf(message: string): HttpError | undefined {
  if (message.includes('Server function info not found')) return { status: 404, code: 'errors:notFound' }
  if (/Seroval Error|Failed to parse body|Invariant failed|Payload too large/.test(message))
    return { status: 400, code: 'errors:malformed' }
  return undefined
}

/**
 * The error to send instead of the framework's failed response; undefined if that can be sent unchanged. The
 * framework's 500 holds the message of the thrown error.
 */
export async function serverFunctionError(response: Response): Promise<HttpError | undefined> {
  const { status } = response
  if (status === 403) return { status, code: 'errors:crossSite' }
  if (status === 405) return { status, code: 'errors:malformed' }
  if (status < 500) return undefined
  // Only the message distinguishes client errors from ours.
  const text = await response.clone().text()
  return clientErrorOf(text) ?? { status, code: 'errors:unexpected' }
}
