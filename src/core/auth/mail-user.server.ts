import { eq } from 'drizzle-orm'
import type { Transaction } from '#/core/db/database.server.ts'
import { enqueueMail, type MailInput } from '#/core/email/send-mail.server.ts'
import type { TemplateName, TemplateParams } from '#/core/email/mail-template.server.ts'
import { defaultLanguage, toLanguage } from '#/core/i18n/languages.ts'
import { currentRequest } from '#/core/log/request-scope.server.ts'
import { currentAuthTransaction } from './auth-context.server.ts'
import { user } from '#/core/identity/identity.table.server.ts'

/** A row of `user`, or a user as Better Auth hands it to its callbacks. */
export type Recipient = { name: string; email: string; firstName?: unknown; language?: unknown }

export type UserMail = {
  [Name in TemplateName]: { template: Name; params: TemplateParams<Name> }
}[TemplateName]

/** For acts of an administrator, whose address is not the user's to know. */
export const withoutAddress = { ip: undefined }

/**
 * Writes a mail to a user in their language, in the transaction of its cause. It tells when and from which
 * address unless `params` say otherwise. An auth request fails with a mail that can't be written.
 */
export async function mailUser(
  tx: Transaction,
  recipient: Recipient | string,
  { template, params }: UserMail,
): Promise<void> {
  const { name, email, firstName, language } =
    typeof recipient === 'string' ? await readUser(tx, recipient) : recipient
  const request = currentRequest()
  const stored = toLanguage(typeof language === 'string' ? language : undefined)
  const mail = {
    to: { name, address: email },
    language: stored ?? request?.language ?? defaultLanguage,
    template,
    params: {
      firstName: typeof firstName === 'string' ? firstName : name,
      ip: request?.clientAddress,
      at: new Date(),
      ...params,
    },
  }
  try {
    // Each template goes with its own parameters by UserMail; TypeScript can't follow that through the
    // spread.
    await enqueueMail(tx, mail as MailInput)
  } catch (error) {
    const auth = currentAuthTransaction()
    if (auth)
      auth.failure ??=
        error instanceof Error ? error : new Error('A mail could not be written', { cause: error })
    throw error
  }
}

async function readUser(tx: Transaction, userId: string): Promise<Recipient> {
  const [row] = await tx.select().from(user).where(eq(user.id, userId))
  if (!row) throw new Error(`There is no user ${userId}`)
  return row
}
