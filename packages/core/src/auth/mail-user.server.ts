import { eq } from 'drizzle-orm'
import type { Transaction } from '#/db/database.server.ts'
import { enqueueMail, type MailInput } from '#/email/send-mail.server.ts'
import type { TemplateName, TemplateParams } from '#/email/mail-template.server.ts'
import { defaultLanguage, toLanguage } from '#/i18n/languages.ts'
import { currentRequest } from '#/log/request-scope.server.ts'
import { currentAuthTransaction } from './auth-context.server.ts'
import { user } from '#/identity/identity.table.server.ts'
import { firstNameOf } from '#/lib/full-name.ts'

/** A row of `user`, or a user as Better Auth passes it to its callbacks. */
export type Recipient = { name: string; email: string; firstName?: unknown; language?: unknown }

export type UserMail = {
  [Name in TemplateName]: { template: Name; params: TemplateParams<Name> }
}[TemplateName]

/** For actions of an administrator, whose IP address the user must not see. */
export const withoutAddress = { ip: undefined }

/**
 * Enqueues a mail to a user in their language, in the caller's transaction. It contains the time and the
 * client's IP address unless `params` override them. Throws when the mail can't be written, which also fails
 * the current auth request.
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
      firstName: firstNameOf({ firstName, name }),
      ip: request?.clientAddress,
      at: new Date(),
      ...params,
    },
  }
  try {
    // UserMail pairs each template with its own parameters; TypeScript can't follow that through the spread.
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
