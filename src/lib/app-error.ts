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
  /** The input field the error belongs to, by the name the form uses. */
  field?: string
  retryAfterSeconds?: number
} & Record<string, string | number | undefined>

/**
 * The one error that people get to see. `code` is a translation key (`namespace:key`); the page translates
 * it, the log is searched by it. Every other error reaches people as `errors:unexpected` only.
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
    this.params = params
  }
}

/**
 * HTTP status of each kind; product rule: stranger 401, refused act 403, unknown or foreign id 404, lost race
 * 409, limit 429, full disk 507.
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
