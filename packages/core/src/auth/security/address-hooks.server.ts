import { eq } from 'drizzle-orm'
import { writeAudit } from '#/audit/audit.server.ts'
import { authTransaction, openHook, userHook, type HookResult } from '#/auth/auth-context.server.ts'
import { verifyPage } from '#/auth/auth-mails.server.ts'
import { emailBody, requestResetBody } from '#/auth/auth.schema.ts'
import { user } from '#/identity/identity.table.server.ts'
import { mailUser } from '#/auth/mail-user.server.ts'
import type { Transaction } from '#/db/database.server.ts'
import { consumeLimit } from '#/limits/limits.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { VERIFY_LINK_HOURS, VERIFY_RESEND_SECONDS } from '#/auth/verify-mail.ts'
import { changeEmailForm } from './security.schema.ts'

const MAILS_PER_HOUR = 5

/**
 * Mails a link to the current address; the new address gets its link once that one is confirmed. The response
 * is the same for an address that is taken.
 */
export const onChangeEmail = userHook({ body: changeEmailForm }, async ({ tx, actor, body }) => {
  const [owner] = await tx
    .select({ email: user.email })
    .from(user)
    .where(eq(user.id, actor.userId))
    .for('update')
  if (!owner) throw new AppError('unauthenticated', 'errors:signInFirst')
  if (owner.email === body.newEmail)
    throw new AppError('invalid', 'security:sameEmail', { field: 'newEmail' })
  await consumeLimit(tx, `change-email:${actor.userId}`, { max: MAILS_PER_HOUR, windowSeconds: 3600 })
  return {
    body: { newEmail: body.newEmail },
    after: async (answer) => {
      await writeAudit(tx, actor, { action: 'user.askNewEmail', target: { type: 'user', id: actor.userId } })
      return answer
    },
  }
})

/** Sends the first of the two mails of an address change. `appUrl` is the origin of its link. */
export function sendAddressConfirmation(
  { id, newEmail, token }: { id: string; newEmail: string; token: string },
  appUrl: string,
): Promise<void> {
  const params = { newEmail, url: verifyPage({ appUrl, token }), expiresInHours: VERIFY_LINK_HOURS }
  return mailUser(authTransaction().tx, id, { template: 'confirmAddressChange', params })
}

/** Keeps the account from being deleted before its link is mailed: the row of a link has no foreign key. */
async function holdUserOfAddress(request: { tx: Transaction; body: { email: string } }): Promise<HookResult> {
  await request.tx.select({ id: user.id }).from(user).where(eq(user.email, request.body.email)).for('update')
  return {}
}
export const onRequestReset = openHook({ body: requestResetBody }, holdUserOfAddress)
export const onSendVerification = openHook({ body: emailBody }, async (request) => {
  const pause = { max: 1, windowSeconds: VERIFY_RESEND_SECONDS }
  await consumeLimit(request.tx, `send-verification:pause:${request.body.email}`, pause)
  return holdUserOfAddress(request)
})
