import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import { verification } from '#/core/identity/identity.table.server.ts'
import { mailUser } from '#/core/auth/mail-user.server.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import { consumeLimit } from '#/core/limits/limits.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { createId } from '#/lib/create-id.ts'
import { CODE_MINUTES, RESEND_SECONDS } from './security.schema.ts'

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

type Purpose = { sessionId: string; secret: string }
const identifierOf = ({ sessionId }: Purpose) => `reauthenticate-code:${sessionId}`

/** Creates a code for this session, valid for ten minutes and five attempts. Replaces the previous code. */
export async function createReauthenticationCode(tx: Transaction, purpose: Purpose): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const identifier = identifierOf(purpose)
  await tx.delete(verification).where(eq(verification.identifier, identifier))
  const expiresAt = sql`now() + make_interval(mins => ${CODE_MINUTES})`
  await tx
    .insert(verification)
    .values({ id: createId(), identifier, value: `${digestOfCode(purpose.secret, code)}:0`, expiresAt })
  return code
}

/**
 * Consumes the code of this session. Returns 'over' when there is none or its attempts are used up. 'wrong'
 * costs an attempt, which counts only if the caller's transaction commits.
 */
export async function useReauthenticationCode(
  tx: Transaction,
  purpose: Purpose,
  code: string,
): Promise<'right' | 'wrong' | 'over'> {
  const own = and(eq(verification.identifier, identifierOf(purpose)), gt(verification.expiresAt, sql`now()`))
  const [row] = await tx.select().from(verification).where(own).for('update')
  const [digest = '', tries = '0'] = row?.value.split(':') ?? []
  if (!row || Number(tries) >= TRIES_PER_CODE) return 'over'
  const isRight = timingSafeEqual(Buffer.from(digestOfCode(purpose.secret, code)), Buffer.from(digest))
  const mine = eq(verification.id, row.id)
  if (isRight) await tx.delete(verification).where(mine)
  else
    await tx
      .update(verification)
      .set({ value: `${digest}:${Number(tries) + 1}` })
      .where(mine)
  return isRight ? 'right' : 'wrong'
}

export const codeOver = () => new AppError('invalid', 'security:otpOver', { field: 'code' })
