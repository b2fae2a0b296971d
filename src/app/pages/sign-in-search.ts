import { safeRedirect } from '#/lib/safe-redirect.ts'

type SignInSearch = {
  /** The way back, on this site. */
  redirect?: string
  /** What the address field begins with. */
  email?: string
  /** A further account is to be signed in beside those that are. */
  add?: 1
  /** Why somebody came back from a provider without being signed in. */
  error?: string
}

// Only to begin with: the form's own schema judges it. zod would weigh on every page here.
const looksLikeEmail = (text: unknown): text is string =>
  typeof text === 'string' && text.length <= 254 && /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u.test(text)

/** What the addresses of the sign-in pages may say. Nonsense counts as nothing. */
export function signInSearch({ redirect, email, add, error }: Record<string, unknown>): SignInSearch {
  return {
    ...(redirect !== undefined && { redirect: safeRedirect(redirect) }),
    ...(looksLikeEmail(email) && { email }),
    ...(add === 1 && { add }),
    ...(typeof error === 'string' && /^[a-zA-Z]{1,30}$/.test(error) && { error }),
  }
}
