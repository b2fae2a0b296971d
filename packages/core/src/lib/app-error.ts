export type AppErrorKind =
  | 'not_found'
  | 'unauthenticated'
  | 'forbidden'
  | 'invalid'
  | 'conflict'
  | 'limit'
  | 'too_large'
  | 'unavailable'
  | 'storage_full'

export type AppErrorParams = {
  /** The form's field that the error belongs to. */
  field?: string
  retryAfterSeconds?: number
} & Record<string, string | number | undefined>

const ECHO_MAX_LENGTH = 100

/** What an error repeats of its input, such as the name of an unknown field: at most 100 characters. */
export const echoed = (input: string): string =>
  input.length > ECHO_MAX_LENGTH ? `${input.slice(0, ECHO_MAX_LENGTH - 1).toWellFormed()}…` : input

/**
 * The only error that users see. `code` is a translation key (`namespace:key`), which also appears in the
 * log. Users see every other error as `errors:unexpected`.
 */
export class AppError extends Error {
  override name = 'AppError'
  readonly kind: AppErrorKind
  readonly code: string
  readonly params: AppErrorParams

  constructor(kind: AppErrorKind, code: string, params: AppErrorParams = {}) {
    super(code)
    this.kind = kind
    this.code = code
    this.params = params.field === undefined ? params : { ...params, field: echoed(params.field) }
  }
}

/**
 * The HTTP status of each kind: no session 401, denied 403, unknown or foreign id 404, lost race 409, limit
 * 429, full disk 507.
 */
export const statusByKind: Record<AppErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  limit: 429,
  unavailable: 503,
  storage_full: 507,
}
