import type { Transaction } from '#/db/database.server.ts'
import { safeRedirect } from '#/lib/safe-redirect.ts'
import { authTransaction } from './auth-context.server.ts'
import { VERIFY_LINK_HOURS } from './verify-mail.ts'
import { mailUser, type Recipient } from './mail-user.server.ts'

export const RESET_LINK_MINUTES = 60

type Link = { appUrl: string; token: string }
type VerifyLink = Link & {
  /** The page that requested the link. */
  redirect?: string
  /** What the browser that is signed in to the account takes instead of the link. */
  code?: string
}

type ProvesMailbox = (tx: Transaction, path: string, email: string) => Promise<boolean>

let provedByFeature: ProvesMailbox | undefined

/**
 * Provides what mails of a feature prove. Its feature.server.ts calls it.
 * @public
 */
export function provideMailboxProof(given: ProvesMailbox): void {
  provedByFeature = given
}

/** Whether `path` is a page whose own mail to that address has already proved the mailbox. */
export const provesMailbox: ProvesMailbox = async (tx, path, email) =>
  (await provedByFeature?.(tx, path, email)) ?? false

/**
 * The page that a mailed link leads to, where a button does what it is for: scanners open every link, so a
 * link alone does nothing.
 */
export function verifyPage({ appUrl, token, redirect }: VerifyLink): string {
  const query = new URLSearchParams({ token, ...(redirect !== undefined && { redirect }) })
  return `${appUrl}/verify-email?${query}`
}

/** Returns the page that requested a link, from the library's own link; undefined for the usual ones. */
export function requestingPage(libraryLink: string, appUrl: string): string | undefined {
  const target = new URL(libraryLink).searchParams.get('callbackURL')?.replace(appUrl, '') ?? '/'
  return /^\/(verify-email|dashboard)?$/.test(target) ? undefined : safeRedirect(target)
}

/** Mails a link that verifies the recipient's address, with a code if there is one. */
export function mailVerifyLink(user: Recipient, { code, ...link }: VerifyLink): Promise<void> {
  const params = { url: verifyPage(link), code, expiresInHours: VERIFY_LINK_HOURS }
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
