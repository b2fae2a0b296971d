import { createHmac, timingSafeEqual } from 'node:crypto'
import { and, eq, lt } from 'drizzle-orm'
import { symmetricDecrypt } from 'better-auth/crypto'
import type { Db, Transaction } from '@plinth/core/database/server'
import { totpUse, twoFactor } from './two-factor.table.server.ts'

const STEP_SECONDS = 30
const DIGITS = 6

export type Authenticator = {
  secret: string
  /** The first code was entered; before that, it can't be used to sign in. */
  isVerified: boolean
}

/** The authenticator app of a user; undefined without one. */
export async function authenticatorOf(
  db: Db,
  userId: string,
  key: string,
): Promise<Authenticator | undefined> {
  const [row] = await db.select().from(twoFactor).where(eq(twoFactor.userId, userId))
  return (
    row && { secret: await symmetricDecrypt({ key, data: row.secret }), isVerified: row.verified === true }
  )
}

const stepAt = (at: Date): number => Math.floor(at.getTime() / 1000 / STEP_SECONDS)

/** The code of that moment. RFC 6238. */
export const codeAt = (secret: string, at: Date): string => codeOfStep(secret, stepAt(at))

/**
 * Returns the 30-second step of a code: the current, previous or next one, like Better Auth. Undefined for a
 * wrong code.
 */
export function stepOfCode(secret: string, code: string, at: Date): number | undefined {
  const now = stepAt(at)
  return [now - 1, now, now + 1].find((step) =>
    timingSafeEqual(Buffer.from(codeOfStep(secret, step)), Buffer.from(code)),
  )
}

function codeOfStep(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** Claims the step; false when it, or a later one, was claimed before. Safe under concurrency. */
export async function claimStep(tx: Transaction, userId: string, step: number): Promise<boolean> {
  const [claimed] = await tx
    .insert(totpUse)
    .values({ userId, step })
    .onConflictDoUpdate({
      target: totpUse.userId,
      set: { step },
      setWhere: and(eq(totpUse.userId, userId), lt(totpUse.step, step)),
    })
    .returning({ step: totpUse.step })
  return claimed !== undefined
}
