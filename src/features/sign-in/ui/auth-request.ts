import { pageFetch, responseError } from '@plinth/core/client'
import { ResponseError, failureOf } from '@plinth/core/page'
import type { TranslationKey } from '@plinth/core/texts'

export type AuthFailure = {
  code: TranslationKey
  field?: string
  params: Record<string, string | number | undefined>
}

// Better Auth's error codes that these pages can get.
const known: Record<string, TranslationKey> = {
  INVALID_EMAIL_OR_PASSWORD: 'sign-in:errors.invalidCredentials',
  EMAIL_NOT_VERIFIED: 'sign-in:errors.emailNotVerified',
  USER_ALREADY_EXISTS: 'sign-in:errors.emailTaken',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'sign-in:errors.emailTaken',
  INVALID_TOKEN: 'sign-in:errors.linkOver',
}
const fieldOf: Record<string, string> = {
  USER_ALREADY_EXISTS: 'email',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'email',
}
// The forms have a single name for the password field.
const fieldInForm: Record<string, string> = { newPassword: 'password' }

export type AuthAnswer = {
  /** The error; undefined on success. */
  refused?: AuthFailure
  /** Success, and this browser has a session. */
  signedIn?: boolean
  /** Success, and the path of the page where the sign-in continues, such as for a second factor. */
  continuesAt?: string
}

/** Posts to a Better Auth endpoint with plain fetch, because the library's client is larger than the page. */
export async function postToAuth(path: string, body: object): Promise<AuthAnswer> {
  try {
    const response = await pageFetch(`/api/auth${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw await responseError(response)
    const { token, url } = (await response.json()) as { token?: string | null; url?: string }
    return { signedIn: typeof token === 'string', continuesAt: url }
  } catch (error) {
    const { code, params, fields = {} } = failureOf(error)
    const sent = error instanceof ResponseError ? error.message : ''
    const [field = ''] = Object.keys(fields)
    return {
      refused: {
        code: known[sent] ?? (code as TranslationKey),
        field: fieldInForm[field] ?? (field || fieldOf[sent]),
        params,
      },
    }
  }
}
