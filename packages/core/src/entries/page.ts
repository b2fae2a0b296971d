// Errors as pages read them, and small things of pages.
export {
  type Failure,
  ResponseError,
  type WireError,
  detailOf,
  failureOf,
  onUnexpected,
} from '#/lib/wire-error.ts'
export { FIRST_ROWS } from '#/lib/first-rows.ts'
export { resolveRedirect, safeRedirect } from '#/lib/safe-redirect.ts'
export { withStorage } from '#/lib/with-storage.ts'
export { reportClientError } from '#/lib/report-client-error.ts'
export { strengthOf } from '#/lib/strength-of.ts'
