import { BAN_NOTICE, BAN_NOTICE_SECONDS } from '#/core/auth/administration/ban-notice.ts'
import { cookieName, expiredCookie } from '#/core/auth/cookies.server.ts'
import { AppError } from '#/lib/app-error.ts'
import type { OAuthState } from './oauth-state.server.ts'
import { failureText, type ProviderFailureCode } from './providers.ts'

type Failed = { code: ProviderFailureCode; error?: unknown }

export const isBan = (error: unknown): error is AppError =>
  error instanceof AppError && error.code.startsWith('errors:banned')

/**
 * To the page the authorization was started from, or the sign-in page, with the code of what went wrong; for a
 * banned user also with the reason and the end.
 */
export function errorRedirect(
  origin: string,
  state: OAuthState | undefined,
  { code, error }: Failed,
): Response {
  const target = new URL(state?.errorURL ?? '/login', origin)
  // The address was checked when it was given; a state must not lead to another origin.
  const page = target.origin === origin ? target : new URL('/login', origin)
  if (failureText(code)) page.searchParams.set('error', code)
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  const headers = new Headers({
    location: page.pathname + page.search + page.hash,
    'cache-control': 'no-store',
  })
  headers.append('set-cookie', expiredCookie(cookieName('oauthState', origin), origin))
  if (isBan(error)) {
    // Not in the address, where anyone could write what our page then says.
    const notice = encodeURIComponent(JSON.stringify(error.params))
    headers.append(
      'set-cookie',
      `${BAN_NOTICE}=${notice}; Path=/; Max-Age=${BAN_NOTICE_SECONDS}; SameSite=Lax${secure}`,
    )
  }
  return new Response(null, { status: 302, headers })
}
