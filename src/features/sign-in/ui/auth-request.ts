import { pageFetch } from '#/core/auth/page-fetch.ts'
import type { TranslationKey } from '#/core/i18n/keys.ts'

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

type Answered = {
  code?: string
  field?: string
  params?: AuthFailure['params']
  token?: string | null
  url?: string
}

/** Posts to a Better Auth endpoint with plain fetch, because the library's client is larger than the page. */
export async function postToAuth(path: string, body: object): Promise<AuthAnswer> {
  let response: Response
  try {
    response = await pageFetch(`/api/auth${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  } catch {
    return { refused: { code: 'errors:offline', params: {} } }
  }
  const answer = (await response.json().catch(() => ({}))) as Answered
  if (response.ok)
    return {
      signedIn: typeof answer.token === 'string',
      continuesAt: answer.url,
    }
  const code = answer.code ?? ''
  const retryAfterSeconds = Number(response.headers.get('retry-after') ?? 0) || undefined
  const refused = {
    code: known[code] ?? (code.startsWith('errors:') ? (code as TranslationKey) : 'errors:unexpected'),
    field: fieldInForm[answer.field ?? ''] ?? answer.field ?? fieldOf[code],
    params: { ...answer.params, retryAfterSeconds },
  }
  return { refused }
}
