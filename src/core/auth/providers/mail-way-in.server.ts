import { eq } from 'drizzle-orm'
import { user } from '#/core/identity/identity.table.server.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import { enqueueMail } from '#/core/email/send-mail.server.ts'
import { defaultLanguage, toLanguage } from '#/core/i18n/languages.ts'
import { currentRequest } from '#/core/log/request-scope.server.ts'
import type { ProviderName } from './providers.ts'

type Changed = { userId: string; provider: ProviderName; change: 'linked' | 'unlinked' }

const labels: Record<ProviderName, string> = { google: 'Google', github: 'Github' }

/** Tells the person that a provider can or can no longer sign them in, in the transaction that made it so. */
export async function mailWayInChanged(
  tx: Transaction,
  { userId, provider, change }: Changed,
): Promise<void> {
  const [person] = await tx.select().from(user).where(eq(user.id, userId))
  if (!person) return
  const { name, email, firstName, language } = person
  const request = currentRequest()
  await enqueueMail(tx, {
    to: { name, address: email },
    language: toLanguage(language ?? undefined) ?? request?.language ?? defaultLanguage,
    template: change === 'linked' ? 'providerLinked' : 'providerUnlinked',
    params: {
      firstName: firstName ?? name,
      ip: request?.clientAddress,
      at: new Date(),
      provider: labels[provider],
    },
  })
}
