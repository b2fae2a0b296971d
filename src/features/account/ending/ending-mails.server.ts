import type { user } from '#/core/identity/identity.table.server.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import { enqueueMail } from '#/core/email/send-mail.server.ts'
import { getEnv } from '#/core/env/env.server.ts'
import { defaultLanguage, toLanguage } from '#/core/i18n/languages.ts'
import { currentRequest } from '#/core/log/request-scope.server.ts'

type Person = typeof user.$inferSelect

// Each mail is written in the transaction of what it speaks of, in the person's language.

function addressed({ name, email, firstName, language }: Person) {
  const request = currentRequest()
  return {
    to: { name, address: email },
    language: toLanguage(language) ?? request?.language ?? defaultLanguage,
    cause: { firstName: firstName ?? name, ip: request?.clientAddress, at: new Date() },
  }
}

export async function mailEnding(
  tx: Transaction,
  person: Person,
  { endsAt, word }: { endsAt: Date; word: string },
): Promise<void> {
  const { to, language, cause } = addressed(person)
  const url = `${getEnv().APP_URL}/keep-account?${new URLSearchParams({ word })}`
  await enqueueMail(tx, { to, language, template: 'accountEnding', params: { ...cause, endsAt, url } })
}

/** Goes to who has no account any more. */
export async function mailEnded(tx: Transaction, person: Person): Promise<void> {
  const { to, language, cause } = addressed(person)
  await enqueueMail(tx, { to, language, template: 'accountEnded', params: cause })
}

/** The end came and could not be: others would be left without an owner or an administrator. */
export async function mailNotEnded(
  tx: Transaction,
  person: Person,
  organizationName: string | undefined,
): Promise<void> {
  const { to, language, cause } = addressed(person)
  await enqueueMail(tx, { to, language, template: 'accountNotEnded', params: { ...cause, organizationName } })
}
