import { eq } from 'drizzle-orm'
import { anonymous } from '#/core/access/actor.ts'
import { writeAudit } from '#/core/audit/audit.server.ts'
import { firstProof, markProvedElsewhere, ownerKnown } from '#/core/auth/address-proved.server.ts'
import { authTransaction, openHook, userHook, type HookResult } from '#/core/auth/auth-context.server.ts'
import { VERIFY_LINK_HOURS } from '#/core/auth/auth-mails.server.ts'
import { emailBody, requestResetBody, verifyEmailQuery } from '#/core/auth/auth.schema.ts'
import { user } from '#/core/identity/identity.table.server.ts'
import { revokeTrust } from '#/core/auth/administration/revoke-access.server.ts'
import { mailUser } from '#/core/auth/mail-user.server.ts'
import { holderOfToken } from '#/core/auth/stamped-token.server.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import { consumeLimit } from '#/core/limits/limits.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { changeEmailForm } from './security.schema.ts'
import { dropNewSessions } from './record-new-sessions.server.ts'

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

type Asked = { user: { id: string }; newEmail: string; token: string }

/** Sends the first of the two mails of an address change. `appUrl` is the origin of its link. */
export function sendAddressConfirmation(
  { user: { id }, newEmail, token }: Asked,
  appUrl: string,
): Promise<void> {
  const query = new URLSearchParams({ token, callbackURL: '/verify-email?change=confirmed' })
  const url = `${appUrl}/api/auth/verify-email?${query}`
  const params = { newEmail, url, expiresInHours: VERIFY_LINK_HOURS }
  return mailUser(authTransaction().tx, id, { template: 'confirmAddressChange', params })
}

/** Keeps the account from being deleted before its link is mailed: the row of a link has no foreign key. */
async function holdUserOfAddress(request: { tx: Transaction; body: { email: string } }): Promise<HookResult> {
  await request.tx.select({ id: user.id }).from(user).where(eq(user.email, request.body.email)).for('update')
  return {}
}
export const onRequestReset = openHook({ body: requestResetBody }, holdUserOfAddress)
export const onSendVerification = openHook({ body: emailBody }, holdUserOfAddress)

/**
 * Handles mailed links that verify an address; uses of one account's links are serialized. A link signs no
 * one in, though Better Auth would. A completed change of address notifies the old address and invalidates
 * the links mailed there.
 */
export const onVerifyEmail = openHook({ query: verifyEmailQuery }, async (request): Promise<HookResult> => {
  const { tx, actor, query, secret } = request
  const holder = await holderOfToken(tx, query.token, secret)
  const withoutCookies = actor.kind !== 'user'
  // Better Auth returns the error for an expired link.
  if (!holder) return { query: { ...query, token: 'over' }, withoutCookies }
  const session =
    actor.kind === 'user' && actor.userId === holder.id && actor.impersonatedBy === null ? actor : undefined
  return {
    withoutCookies,
    after: async (answer) => {
      await dropNewSessions(request)
      const [now] = await tx.select().from(user).where(eq(user.id, holder.id))
      if (!now?.emailVerified) return answer
      const isMoved = now.email !== holder.email
      if (isMoved) await afterChange(tx, { changed: now, oldEmail: holder.email })
      if (!holder.emailVerified) await firstProof(tx, now.id, { sessionId: session?.sessionId })
      const isNews = isMoved || !holder.emailVerified
      if (session && (isNews || now.provedElsewhere)) await ownerKnown(tx, now)
      else if (isNews) await markProvedElsewhere(tx, now.id)
      return answer
    },
  }
})

async function afterChange(
  tx: Transaction,
  { changed, oldEmail }: { changed: typeof user.$inferSelect; oldEmail: string },
): Promise<void> {
  const userId = changed.id
  await revokeTrust(tx, userId)
  await writeAudit(tx, anonymous, {
    action: 'user.changeEmail',
    actorId: userId,
    target: { type: 'user', id: userId },
  })
  // Goes to the old address.
  const params = { newEmail: changed.email }
  await mailUser(tx, { ...changed, email: oldEmail }, { template: 'addressChanged', params })
}
