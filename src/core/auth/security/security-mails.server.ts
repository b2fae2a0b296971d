import { eq } from 'drizzle-orm'
import { user } from '#/core/identity/identity.table.server.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import { enqueueMail, type MailInput } from '#/core/email/send-mail.server.ts'
import type { SecurityChange } from '#/core/email/templates/security-change.ts'
import { defaultLanguage, toLanguage } from '#/core/i18n/languages.ts'
import { currentRequest } from '#/core/log/request-scope.server.ts'
import type { Agent } from './describe-agent.ts'
import { CODE_MINUTES } from './security.schema.ts'

// Each mail is written in the transaction of what it speaks of, in the person's language.

async function addressee(tx: Transaction, userId: string) {
  const [person] = await tx.select().from(user).where(eq(user.id, userId))
  if (!person) throw new Error(`There is no person ${userId}`)
  const language = toLanguage(person.language ?? undefined) ?? currentRequest()?.language ?? defaultLanguage
  const cause = {
    firstName: person.firstName ?? person.name,
    ip: currentRequest()?.clientAddress,
    at: new Date(),
  }
  return { to: { name: person.name, address: person.email }, language, cause }
}

type Code = { code: string; purpose: 'signIn' | 'prove' }

export async function mailCode(tx: Transaction, userId: string, { code, purpose }: Code): Promise<void> {
  const { to, language, cause } = await addressee(tx, userId)
  await enqueueMail(tx, {
    to,
    language,
    template: 'oneTimeCode',
    params: { ...cause, code, purpose, expiresInMinutes: CODE_MINUTES },
  })
}

export async function mailSecurityChange(
  tx: Transaction,
  userId: string,
  change: SecurityChange,
): Promise<void> {
  const { to, language, cause } = await addressee(tx, userId)
  await enqueueMail(tx, { to, language, template: 'securityChange', params: { ...cause, change } })
}

export async function mailNewSignIn(
  tx: Transaction,
  userId: string,
  { browser, system }: Agent,
): Promise<void> {
  const { to, language, cause } = await addressee(tx, userId)
  await enqueueMail(tx, { to, language, template: 'newSignIn', params: { ...cause, browser, system } })
}

export async function mailPasswordChange(tx: Transaction, userId: string): Promise<void> {
  const { to, language, cause } = await addressee(tx, userId)
  await enqueueMail(tx, { to, language, template: 'passwordChanged', params: cause })
}

type Confirmation = { newEmail: string; url: string; expiresInHours: number }

/** To the address the account still has. */
export async function mailConfirmAddressChange(
  tx: Transaction,
  userId: string,
  confirmation: Confirmation,
): Promise<void> {
  const { to, language, cause } = await addressee(tx, userId)
  await enqueueMail(tx, {
    to,
    language,
    template: 'confirmAddressChange',
    params: { ...cause, ...confirmation },
  })
}

/** To the address the account had until now. */
export async function mailAddressChanged(
  tx: Transaction,
  userId: string,
  { oldEmail }: { oldEmail: string },
): Promise<void> {
  const { to, language, cause } = await addressee(tx, userId)
  const mail: MailInput = {
    to: { name: to.name, address: oldEmail },
    language,
    template: 'addressChanged',
    params: { ...cause, newEmail: to.address },
  }
  await enqueueMail(tx, mail)
}
