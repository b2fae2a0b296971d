import { createAuthMiddleware } from 'better-auth/api'
import { twoFactor } from 'better-auth/plugins'
import { authTransaction, digestOfCode, mailCode } from '@plinth/core/auth/server'
import { brand } from '#/brand.ts'
import { resolveRedirect } from '@plinth/core/page'
import { CODE_MINUTES } from '@plinth/core/auth'
import { createBackupCodes } from './backup-codes.server.ts'
import { SECOND_FACTOR_PAGE } from './pending-second-factor.server.ts'
import { TRUSTED_DAYS } from '../two-factor.schema.ts'

/** Paths that check a first factor; there, users with a second factor are asked for it. */
const isOAuthCallback = (path: string) =>
  path.startsWith('/callback/') || path.startsWith('/oauth2/callback/')
export const isSignInPath = (path: string) => path.startsWith('/sign-in/') || isOAuthCallback(path)

/**
 * Better Auth's second factor, required after every sign-in method: the library itself requires it only after
 * a password. The endpoints' hooks count guesses; the library's own lockout would count them twice.
 */
export function secondFactor({ secret, appUrl }: { secret: string; appUrl: string }) {
  const plugin = twoFactor({
    issuer: brand.name,
    // Users without a password re-authenticate in the hook.
    allowPasswordless: true,
    accountLockout: { enabled: false },
    trustDeviceMaxAge: TRUSTED_DAYS * 86_400,
    twoFactorCookieMaxAge: 600,
    backupCodeOptions: { customBackupCodesGenerate: createBackupCodes },
    otpOptions: {
      period: CODE_MINUTES,
      allowedAttempts: 5,
      storeOTP: { hash: async (code) => digestOfCode(secret, code) },
      sendOTP: ({ user, otp }) =>
        mailCode(authTransaction().tx, user.id, {
          code: otp,
          purpose: 'signIn',
          page: `${SECOND_FACTOR_PAGE}otp`,
        }),
    },
  })
  const ask = plugin.hooks.after.map(({ handler }) => ({
    matcher: ({ path = '' }: { path?: string }) => isSignInPath(path),
    handler,
  }))
  const leadToPage = {
    matcher: ({ path = '' }: { path?: string }) => isOAuthCallback(path),
    handler: createAuthMiddleware(async (ctx) => {
      const returned = ctx.context.returned as { twoFactorRedirect?: boolean } | undefined
      if (returned?.twoFactorRedirect !== true) return
      const target = ctx.context.responseHeaders?.get('location')
      const redirect = resolveRedirect(target, appUrl) ?? '/dashboard'
      throw ctx.redirect(`${SECOND_FACTOR_PAGE}?${new URLSearchParams({ redirect })}`)
    }),
  }
  const namePage = {
    matcher: ({ path = '' }: { path?: string }) => isSignInPath(path) && !isOAuthCallback(path),
    handler: createAuthMiddleware(async (ctx) => {
      const returned = ctx.context.returned as { twoFactorRedirect?: boolean } | undefined
      if (returned?.twoFactorRedirect === true) return ctx.json({ ...returned, url: SECOND_FACTOR_PAGE })
    }),
  }
  return { ...plugin, hooks: { after: [...ask, leadToPage, namePage] } }
}
