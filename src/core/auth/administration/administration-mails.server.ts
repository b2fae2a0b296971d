import type { Person } from './administer.server.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import { getEnv } from '#/core/env/env.server.ts'
import { enqueueMail } from '#/core/email/send-mail.server.ts'
import { defaultLanguage, toLanguage } from '#/core/i18n/languages.ts'
import { currentRequest } from '#/core/log/request-scope.server.ts'
import { FIRST_PASSWORD_HOURS, IMPERSONATION_MINUTES } from './administration.schema.ts'

// Written in the transaction of what they speak of, in the person's language. None says from where: that is
// where the administrator sits.

function addressee({ name, firstName, email, language }: Person) {
  const chosen = toLanguage(language ?? undefined) ?? currentRequest()?.language ?? defaultLanguage
  return {
    to: { name, address: email },
    language: chosen,
    cause: { firstName: firstName ?? name, at: new Date() },
  }
}

export async function mailBan(
  tx: Transaction,
  person: Person,
  ban: { reason: string; expiresAt: Date },
): Promise<void> {
  const { to, language, cause } = addressee(person)
  await enqueueMail(tx, { to, language, template: 'banned', params: { ...cause, ...ban } })
}

export async function mailImpersonation(
  tx: Transaction,
  person: Person,
  { reason }: { reason: string },
): Promise<void> {
  const { to, language, cause } = addressee(person)
  await enqueueMail(tx, {
    to,
    language,
    template: 'impersonated',
    params: { ...cause, reason, minutes: IMPERSONATION_MINUTES },
  })
}

/** With a link by which they choose a password, for who was given none. */
export async function mailAccountCreated(
  tx: Transaction,
  person: Person,
  { token }: { token: string | undefined },
): Promise<void> {
  const { to, language, cause } = addressee(person)
  const { APP_URL } = getEnv()
  const url =
    token === undefined ? `${APP_URL}/login` : `${APP_URL}/reset-password?${new URLSearchParams({ token })}`
  const params = { ...cause, url, ...(token === undefined ? {} : { expiresInHours: FIRST_PASSWORD_HOURS }) }
  await enqueueMail(tx, { to, language, template: 'accountCreated', params })
}
