import type { WireError } from '#/lib/wire-error.ts'

const UNEXPECTED = 'errors:unexpected'

/**
 * What went wrong, as the interface shows it: from a tRPC answer, from an error that came with the page, or
 * from a network that is away.
 */
export function failureOf(error: unknown): WireError & { status?: number } {
  if (typeof error !== 'object' || error === null) return { code: UNEXPECTED, params: {} }
  const { data, message, cause } = error as {
    data?: { app?: WireError; httpStatus?: number } | null
    message?: unknown
    cause?: unknown
  }
  if (data?.app) return { ...data.app, status: data.httpStatus }
  // How long a wait would be does not come with a page.
  const [, code, requestId] = /^([a-z-]+:[\w.]+)(?: (\S+))?$/.exec(String(message)) ?? []
  if (code) return { code, params: { retryAfterSeconds: undefined }, requestId }
  if (cause instanceof TypeError || error instanceof TypeError) return { code: 'errors:offline', params: {} }
  return { code: UNEXPECTED, params: {} }
}

/** Whether what an address names is not there: nothing has this id, or nothing can. */
export function isMissing(error: unknown): boolean {
  return ['errors:notFound', 'errors:invalid', 'errors:invalidText'].includes(failureOf(error).code)
}

/** A read is tried again when the server was away or in trouble, never when it refused. */
export function isRetriable(error: unknown): boolean {
  const { status } = failureOf(error)
  return status === undefined || status >= 500
}
