import type { AuthAnswer } from '#/core/auth/auth-request.ts'
import type { WireError } from '#/lib/wire-error.ts'

const UNEXPECTED = 'errors:unexpected'

/** The error to show: from a tRPC response, from an error sent with the page, or offline. */
export function failureOf(error: unknown): WireError & { status?: number } {
  if (typeof error !== 'object' || error === null) return { code: UNEXPECTED, params: {} }
  const { data, message, cause } = error as {
    data?: { app?: WireError; httpStatus?: number } | null
    message?: unknown
    cause?: unknown
  }
  if (data?.app) return { ...data.app, status: data.httpStatus }
  // A page's error holds no retry time.
  const [, code, requestId] = /^([a-z-]+:[\w.]+)(?: (\S+))?$/.exec(String(message)) ?? []
  if (code) return { code, params: { retryAfterSeconds: undefined }, requestId }
  if (cause instanceof TypeError || error instanceof TypeError) return { code: 'errors:offline', params: {} }
  return { code: UNEXPECTED, params: {} }
}

type Query<Data> = { data: Data | undefined; error: unknown; refetch(): Promise<unknown> }

/** The properties of `LoadState` for a query. */
export const stateOf = <Data>({ data, error, refetch }: Query<Data>) => ({
  data,
  failure: error ? failureOf(error) : undefined,
  onRetry: () => void refetch(),
})

/** The result of a call in the form of the endpoints under /api/auth. Never rejects. */
export async function answerOf<Answer>(asked: Promise<Answer>): Promise<AuthAnswer<Answer>> {
  try {
    return { answer: await asked }
  } catch (error) {
    const failure = failureOf(error)
    const [field, code = failure.code] = Object.entries(failure.fields ?? {})[0] ?? []
    return { refused: { ...failure, code, field } }
  }
}

/** Whether the item of a URL does not exist: the id is unknown or invalid. */
export function isMissing(error: unknown): boolean {
  return ['errors:notFound', 'errors:invalid', 'errors:invalidText'].includes(failureOf(error).code)
}

/** Whether to retry a query: after a network or server error, never after a rejection. */
export function isRetriable(error: unknown): boolean {
  const { status } = failureOf(error)
  return status === undefined || status >= 500
}
