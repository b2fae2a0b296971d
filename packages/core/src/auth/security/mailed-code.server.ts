import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import { verification } from '#/identity/identity.table.server.ts'
import { VERIFY_LINK_HOURS } from '#/auth/verify-mail.ts'
import { mailUser } from '#/auth/mail-user.server.ts'
import type { Transaction } from '#/db/database.server.ts'
import { consumeLimit } from '#/limits/limits.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { createId } from '#/lib/create-id.ts'
import { CODE_MINUTES, RESEND_SECONDS } from './security.schema.ts'
import { verifyCodeOf } from './verify-code.server.ts'

const TRIES_PER_CODE = 5

/** Returns the stored digest of a code. Includes the secret: a plain hash of six digits is easy to guess. */
export function digestOfCode(secret: string, code: string): string {
  return createHmac('sha256', secret).update(`mailed-code:${code}`).digest('base64url')
}

/** Limits an account to one code per 30 seconds and five per 15 minutes. Throws limit. */
export async function countCodeMail(tx: Transaction, userId: string): Promise<void> {
  await consumeLimit(tx, `mailed-code:pause:${userId}`, { max: 1, windowSeconds: RESEND_SECONDS })
  await consumeLimit(tx, `mailed-code:${userId}`, { max: 5, windowSeconds: 900 })
}

/** `page` is the path of the page that asks for it. */
type Code = { code: string; purpose: 'signIn' | 'reauthenticate'; page: string }

export const mailCode = (tx: Transaction, userId: string, code: Code): Promise<void> =>
  mailUser(tx, userId, { template: 'oneTimeCode', params: { ...code, expiresInMinutes: CODE_MINUTES } })

/** What a code is accepted for, by whom, and how long. */
export type CodePurpose = { identifier: string; userId: string; minutes: number }

/** Re-authenticates a user without a password in this session. */
export const toReauthenticate = (userId: string, sessionId: string): CodePurpose => ({
  identifier: `reauthenticate-code:${sessionId}`,
  userId,
  minutes: CODE_MINUTES,
})

/** Verifies the address to which it was mailed, in a browser that is signed in to the account. */
export const toVerify = (user: { id: string; email: string }): CodePurpose => ({
  identifier: verifyCodeOf(user),
  userId: user.id,
  minutes: VERIFY_LINK_HOURS * 60,
})

/**
 * Creates a code for this purpose, valid once and for five attempts. Replaces the previous code. It ends with
 * the user's mailed links.
 */
export async function createMailedCode(
  tx: Transaction,
  { identifier, userId, minutes }: CodePurpose,
  secret: string,
): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await tx.delete(verification).where(eq(verification.identifier, identifier))
  const expiresAt = sql`now() + make_interval(mins => ${minutes})`
  await tx.insert(verification).values({
    id: createId(),
    identifier,
    value: `${digestOfCode(secret, code)}:0:${userId}`,
    expiresAt,
  })
  return code
}

/**
 * Consumes the code of this purpose. Returns 'over' when there is none or its attempts are used up. 'wrong'
 * costs an attempt, which counts only if the caller's transaction commits.
 */
export async function useMailedCode(
  tx: Transaction,
  { identifier, userId }: CodePurpose,
  { code, secret }: { code: string; secret: string },
): Promise<'right' | 'wrong' | 'over'> {
  const own = and(eq(verification.identifier, identifier), gt(verification.expiresAt, sql`now()`))
  const [row] = await tx.select().from(verification).where(own).for('update')
  const [digest = '', tries = '0'] = row?.value.split(':') ?? []
  if (!row || Number(tries) >= TRIES_PER_CODE) return 'over'
  const isRight = timingSafeEqual(Buffer.from(digestOfCode(secret, code)), Buffer.from(digest))
  const mine = eq(verification.id, row.id)
  if (isRight) await tx.delete(verification).where(mine)
  else
    await tx
      .update(verification)
      .set({ value: `${digest}:${Number(tries) + 1}:${userId}` })
      .where(mine)
  return isRight ? 'right' : 'wrong'
}

export const codeOver = () => new AppError('invalid', 'security:otpOver', { field: 'code' })
