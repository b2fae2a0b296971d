import { AppError } from '#/lib/app-error.ts'
import { safeRedirect } from '#/lib/safe-redirect.ts'

const names = ['callbackURL', 'redirectTo', 'errorCallbackURL', 'newUserCallbackURL']
const HOME = '/dashboard'

/**
 * Each redirect target of an auth request must be a path of ours, or begin with our origin; Better Auth checks
 * some endpoints only. Throws AppError invalid with the field.
 */
export function assertSafeRedirect(input: Record<string, unknown>, origin: string): void {
  for (const field of names) {
    const value = input[field]
    if (value === undefined) continue
    const path =
      typeof value === 'string' && value.startsWith(`${origin}/`) ? value.slice(origin.length) : value
    // What safeRedirect does not take, it answers with its home.
    const isOurs =
      path === HOME ||
      safeRedirect(path) !== HOME ||
      (typeof path === 'string' && /^\/dashboard[?#/]/.test(path))
    if (!isOurs) throw new AppError('invalid', 'errors:invalid', { field })
  }
}
