import type { Transaction } from '#/core/db/database.server.ts'
import { safeRedirect } from '#/lib/safe-redirect.ts'
import { authTransaction } from './auth-context.server.ts'
import { mailUser, type Recipient } from './mail-user.server.ts'
import { signAccount } from './mailed-link.server.ts'

export const VERIFY_LINK_HOURS = 24
export const RESET_LINK_MINUTES = 60

type Link = { appUrl: string; token: string }
type VerifyLink = Link & {
  /** The library's own link; only its `callbackURL` is used. */
  url: string
  secret: string
  isSignUp: boolean
  provesMailbox: ProvesMailbox
}

/** Whether `path` is a page whose own mail to that address has already proved the mailbox. */
export type ProvesMailbox = (tx: Transaction, path: string, email: string) => Promise<boolean>

/**
 * Mails a link that leads to `/verify-email` and from there to the page the request named. Sends nothing at a
 * sign-up from a page whose mail proves the mailbox, such as an invitation: accepting it verifies the
 * address.
 */
export async function mailVerifyLink(
  user: Recipient & { id: string },
  { appUrl, token, url: asked, secret, isSignUp, provesMailbox }: VerifyLink,
): Promise<void> {
  const target = new URL(asked).searchParams.get('callbackURL')?.replace(appUrl, '') ?? '/'
  const redirect = /^\/(verify-email|dashboard)?$/.test(target) ? undefined : safeRedirect(target)
  if (isSignUp && redirect !== undefined && (await provesMailbox(authTransaction().tx, redirect, user.email)))
    return
  const page = new URLSearchParams({
    account: signAccount(user.id, secret),
    ...(redirect !== undefined && { redirect }),
  })
  const query = new URLSearchParams({ token, callbackURL: `/verify-email?${page}` })
  const params = { url: `${appUrl}/api/auth/verify-email?${query}`, expiresInHours: VERIFY_LINK_HOURS }
  return mailUser(authTransaction().tx, user, { template: 'verifyEmail', params })
}

export function mailResetLink(user: Recipient, { appUrl, token }: Link): Promise<void> {
  const params = {
    url: `${appUrl}/reset-password?${new URLSearchParams({ token })}`,
    expiresInMinutes: RESET_LINK_MINUTES,
  }
  return mailUser(authTransaction().tx, user, { template: 'resetPassword', params })
}

export function mailAlreadyRegistered(user: Recipient, appUrl: string): Promise<void> {
  const params = { url: `${appUrl}/login` }
  return mailUser(authTransaction().tx, user, { template: 'alreadyRegistered', params })
}
