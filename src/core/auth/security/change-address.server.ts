import { eq, sql } from 'drizzle-orm'
import { authorize } from '#/core/access/access.ts'
import { anonymous } from '#/core/access/actor.ts'
import { writeAudit } from '#/core/audit/audit.server.ts'
import { guarded, openGuarded } from '#/core/auth/auth-guard.server.ts'
import { VERIFY_LINK_HOURS } from '#/core/auth/auth-mails.server.ts'
import { verifyEmailQuery } from '#/core/auth/auth.schema.ts'
import { user } from '#/core/auth/auth.table.server.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import { consumeLimit } from '#/core/limits/limits.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { requireAmbientTransaction } from './require-transaction.server.ts'
import { endTrust } from './second-factor-guards.server.ts'
import { changeEmailForm } from './security.schema.ts'
import { mailAddressChanged, mailConfirmAddressChange } from './security-mails.server.ts'
import { dropSessionsMade } from './settle-sessions.server.ts'

const MAILS_PER_HOUR = 5

/** Asks the address the account has; the new one is asked when that has agreed. The answer is the same for an address that is taken. */
export const onChangeEmail = guarded({ body: changeEmailForm }, async ({ tx, actor, rule, body }) => {
  authorize(actor, rule)
  const [person] = await tx.select({ email: user.email }).from(user).where(eq(user.id, actor.userId))
  if (person?.email === body.newEmail) throw new AppError('invalid', 'security:sameEmail', { field: 'newEmail' })
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

/** The first of the two mails of a change. `appUrl` is the origin links start with. */
export function sendAddressConfirmation({ user: { id }, newEmail, token }: Asked, appUrl: string): Promise<void> {
  const query = new URLSearchParams({ token, callbackURL: '/verify-email?change=confirmed' })
  const url = `${appUrl}/api/auth/verify-email?${query}`
  return mailConfirmAddressChange(requireAmbientTransaction(), id, { newEmail, url, expiresInHours: VERIFY_LINK_HOURS })
}

/**
 * Around the links of mails that prove an address. Uses of one link take turns. It signs nobody in, though Better Auth would. Where it completes a
 * change of address, the old one hears of it and what was mailed there before ends.
 */
export const onVerifyEmail = openGuarded({ query: verifyEmailQuery }, async ({ tx, actor, query }) => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`verify-email:${query.token}`}, 0))`)
  const { email, updateTo } = claimsOf(query.token)
  const [person] =
    updateTo === undefined
      ? []
      : await tx
          .select({ id: user.id })
          .from(user)
          .where(eq(user.email, email ?? ''))
  return {
    withoutCookies: actor.kind !== 'user',
    after: async (answer) => {
      await dropSessionsMade(tx)
      if (person) await afterChange(tx, { userId: person.id, oldEmail: email ?? '' })
      return answer
    },
  }
})

/** What the token says, not yet believed: Better Auth checks its signature before anything follows. */
function claimsOf(token: string): { email?: string; updateTo?: string } {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { email?: string; updateTo?: string }
  } catch {
    return {}
  }
}

async function afterChange(tx: Transaction, { userId, oldEmail }: { userId: string; oldEmail: string }): Promise<void> {
  const [now] = await tx.select({ email: user.email }).from(user).where(eq(user.id, userId))
  if (!now || now.email === oldEmail) return
  await endTrust(tx, userId)
  await writeAudit(tx, anonymous, { action: 'user.changeEmail', actorId: userId, target: { type: 'user', id: userId } })
  await mailAddressChanged(tx, userId, { oldEmail })
}
