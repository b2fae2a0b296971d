import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import { ambientTransaction, type Transaction } from '#/core/db/database.server.ts'
import { authCookies, cookieName, type AuthCookies } from './cookies.server.ts'

type Judged = { cookies: AuthCookies; mismatch?: Error }
const judgedIn = new WeakMap<Transaction, Judged>()

/** Notes by which cookies the request of this transaction was judged, before Better Auth is asked. */
export function noteJudgedCookies(tx: Transaction, cookies: AuthCookies): void {
  judgedIn.set(tx, { cookies })
}

/**
 * Throws when Better Auth went by another session, challenge or state than the rules did. Nothing of such a
 * request may stand.
 */
export function requireSameCookies(tx: Transaction): void {
  const { mismatch } = judgedIn.get(tx) ?? {}
  if (mismatch) throw mismatch
}

/**
 * Compares, with Better Auth's own readers, what it goes by with what was judged: each cookie before an
 * endpoint runs, the session after it.
 */
export function judgedCookies({ appUrl }: { appUrl: string }) {
  const judged = (): Judged => {
    const tx = ambientTransaction()
    const found = tx && judgedIn.get(tx)
    if (!found) throw new Error('Better Auth must be called through handleAuthRequest')
    return found
  }
  function compare(cookie: string, used: string | undefined, expected: string | undefined): void {
    if (used === expected) return
    judged().mismatch ??= new Error(`Better Auth read another ${cookie} cookie than was judged`)
    throw new APIError('INTERNAL_SERVER_ERROR')
  }
  return {
    id: 'judged-cookies',
    hooks: {
      before: [
        {
          matcher: () => true,
          handler: createAuthMiddleware(async (ctx) => {
            const { cookies } = judged()
            for (const cookie of authCookies) {
              const used = await ctx.getSignedCookie(cookieName(cookie, appUrl), ctx.context.secret)
              compare(cookie, used || undefined, cookies.get(cookie))
            }
          }),
        },
      ],
      after: [
        {
          matcher: () => true,
          handler: createAuthMiddleware(async (ctx) => {
            const used = ctx.context.session?.session.token
            if (used !== undefined) compare('session', used, judged().cookies.get('session'))
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin
}
