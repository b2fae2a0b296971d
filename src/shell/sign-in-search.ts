import type { PageSettings } from '@plinth/core/feature'
import { safeRedirect } from '@plinth/core/page'

type SignInSearch = {
  /** The return URL, on this site. */
  redirect?: string
  /** Initial value of the email field. */
  email?: string
  /** Signs in another account next to the current ones. */
  add?: 1
  /** The session has ended, and the user did not end it here. */
  ended?: 1
  /** Error code of a failed sign-in with a provider. */
  error?: string
}

// Only for prefilling: the form's schema validates it. zod would add its size to every page here.
const looksLikeEmail = (text: unknown): text is string =>
  typeof text === 'string' && text.length <= 254 && /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u.test(text)

/** The search params of the sign-in pages. Invalid ones are dropped. */
export function signInSearch({ redirect, email, add, ended, error }: Record<string, unknown>): SignInSearch {
  return {
    ...(redirect !== undefined && { redirect: safeRedirect(redirect) }),
    ...(looksLikeEmail(email) && { email }),
    ...(add === 1 && { add }),
    ...(ended === 1 && { ended }),
    ...(typeof error === 'string' && /^[a-zA-Z]{1,30}$/.test(error) && { error }),
  }
}

/** Whether the user signs in another account next to the current ones. */
export const isFurtherAccount = (search: unknown, { severalAccounts }: PageSettings): boolean =>
  severalAccounts === true && (search as SignInSearch).add === 1
