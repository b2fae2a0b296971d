/** The shape of an error on the wire (`error.data.app`), the same for every procedure. */
export type WireError = {
  /** Translation key. */
  code: string
  params: Record<string, string | number | undefined>
  /** Translation keys by field name, for invalid input. */
  fields?: Record<string, string>
  /** For support: the log has the details. */
  requestId?: string | undefined
}

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
