import { ambientTransaction, type Transaction } from '#/core/db/database.server.ts'
import { enqueueMail, type MailInput } from '#/core/email/send-mail.server.ts'
import { defaultLanguage, toLanguage } from '#/core/i18n/languages.ts'
import { currentRequest } from '#/core/log/request-scope.server.ts'
import { safeRedirect } from '#/lib/safe-redirect.ts'
import { signAccount } from './mailed-link.server.ts'
import { isMailedInvitation } from './membership/invitation-proof.server.ts'
import { requireAmbientTransaction } from './security/require-transaction.server.ts'

export const VERIFY_LINK_HOURS = 24
export const RESET_LINK_MINUTES = 60

/** A user as Better Auth hands it to its callbacks. */
export type Recipient = { id: string; email: string; name: string; firstName?: unknown; language?: unknown }
type Link = { appUrl: string; token: string }
type VerifyLink = Link & {
  /** The library's own link; only its `callbackURL` is used. */
  url: string
  secret: string
  isSignUp: boolean
}

/**
 * The link ends on `/verify-email`, which leads on to the page the request named. Not sent at a sign-up from
 * a mailed invitation: accepting it verifies the address.
 */
export async function mailVerifyLink(
  user: Recipient,
  { appUrl, token, url: asked, secret, isSignUp }: VerifyLink,
): Promise<void> {
  const target = new URL(asked).searchParams.get('callbackURL')?.replace(appUrl, '') ?? '/'
  const redirect = /^\/(verify-email|dashboard)?$/.test(target) ? undefined : safeRedirect(target)
  if (
    isSignUp &&
    redirect !== undefined &&
    (await isMailedInvitation(requireAmbientTransaction(), redirect, user.email))
  )
    return
  const page = new URLSearchParams({
    account: signAccount(user.id, secret),
    ...(redirect !== undefined && { redirect }),
  })
  const query = new URLSearchParams({ token, callbackURL: `/verify-email?${page}` })
  const params = {
    ...causeOf(user),
    url: `${appUrl}/api/auth/verify-email?${query}`,
    expiresInHours: VERIFY_LINK_HOURS,
  }
  return enqueue({ ...addressOf(user), template: 'verifyEmail', params })
}

export function mailResetLink(user: Recipient, { appUrl, token }: Link): Promise<void> {
  const params = {
    ...causeOf(user),
    url: `${appUrl}/reset-password?${new URLSearchParams({ token })}`,
    expiresInMinutes: RESET_LINK_MINUTES,
  }
  return enqueue({ ...addressOf(user), template: 'resetPassword', params })
}

export function mailAlreadyRegistered(user: Recipient, appUrl: string): Promise<void> {
  return enqueue({
    ...addressOf(user),
    template: 'alreadyRegistered',
    params: { ...causeOf(user), url: `${appUrl}/login` },
  })
}

export function mailPasswordChanged(user: Recipient): Promise<void> {
  return enqueue({ ...addressOf(user), template: 'passwordChanged', params: causeOf(user) })
}

const failures = new WeakMap<Transaction, Error>()

/**
 * Why a mail of this transaction could not be written; undefined when all were. Better Auth goes on without
 * it, the transaction must not.
 */
export function mailFailure(tx: Transaction): Error | undefined {
  return failures.get(tx)
}

async function enqueue(mail: MailInput): Promise<void> {
  const tx = ambientTransaction()
  if (!tx) throw new Error('Better Auth must be called through handleAuthRequest')
  try {
    await enqueueMail(tx, mail)
  } catch (error) {
    failures.set(
      tx,
      error instanceof Error ? error : new Error('A mail could not be written', { cause: error }),
    )
    throw error
  }
}

function addressOf({ name, email, language }: Recipient) {
  const stored = toLanguage(typeof language === 'string' ? language : undefined)
  return { to: { name, address: email }, language: stored ?? currentRequest()?.language ?? defaultLanguage }
}

function causeOf({ firstName, name }: Recipient) {
  return {
    firstName: typeof firstName === 'string' ? firstName : name,
    ip: currentRequest()?.clientAddress,
    at: new Date(),
  }
}
