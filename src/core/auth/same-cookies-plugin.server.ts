import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import { authTransaction } from './auth-context.server.ts'
import { authCookies, cookieName } from './cookies.server.ts'

/**
 * Compares the cookies Better Auth uses, read with its own parsers, with those our access rules were checked
 * against: each cookie before an endpoint runs, the session after it. A difference fails the request.
 */
export function sameCookiesPlugin({ appUrl }: { appUrl: string }) {
  function compare(cookie: string, used: string | undefined, expected: string | undefined): void {
    if (used === expected) return
    authTransaction().failure ??= new Error(`Better Auth read another ${cookie} cookie than was authorized`)
    throw new APIError('INTERNAL_SERVER_ERROR')
  }
  const before = createAuthMiddleware(async (ctx) => {
    const { cookies } = authTransaction()
    for (const cookie of authCookies) {
      const used = await ctx.getSignedCookie(cookieName(cookie, appUrl), ctx.context.secret)
      compare(cookie, used || undefined, cookies.get(cookie))
    }
  })
  const after = createAuthMiddleware(async (ctx) => {
    const used = ctx.context.session?.session.token
    if (used !== undefined) compare('session', used, authTransaction().cookies.get('session'))
  })
  return {
    id: 'same-cookies',
    hooks: {
      before: [{ matcher: () => true, handler: before }],
      after: [{ matcher: () => true, handler: after }],
    },
  } satisfies BetterAuthPlugin
}
