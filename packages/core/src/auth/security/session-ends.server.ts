import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { session, storedIdentifier, verification } from '#/identity/identity.table.server.ts'
import type { Db, Transaction } from '#/db/database.server.ts'
import { createId } from '#/lib/create-id.ts'

/**
 * Why sessions ended that nobody ended in their browser. `verifiedElsewhere`: the address was verified by
 * somebody who did not show that they know the account. `disowned`: the owner of the address said that the
 * sign-up was not theirs.
 */
const reasons = ['verifiedElsewhere', 'disowned'] as const
export type SessionEnd = (typeof reasons)[number]

const TOLD_DAYS = 7

const identifierOf = (token: string) => storedIdentifier(`ended-session:${token}`)

/** Keeps, for a week, what the browsers of the user's sessions are told once these have ended. */
export async function tellSessionEnd(tx: Transaction, userId: string, why: SessionEnd): Promise<void> {
  const own = and(eq(session.userId, userId), isNull(session.impersonatedBy))
  const ending = await tx.select({ token: session.token }).from(session).where(own)
  if (ending.length === 0) return
  const expiresAt = sql`now() + make_interval(days => ${TOLD_DAYS})`
  await tx
    .insert(verification)
    .values(
      ending.map(({ token }) => ({ id: createId(), identifier: identifierOf(token), value: why, expiresAt })),
    )
}

/** Returns why the session of this token ended; undefined if its user knows, or it has not ended. */
export async function readSessionEnd(db: Db, token: string): Promise<SessionEnd | undefined> {
  const [row] = await db
    .select({ why: verification.value })
    .from(verification)
    .where(and(eq(verification.identifier, identifierOf(token)), gt(verification.expiresAt, sql`now()`)))
  return reasons.find((why) => why === row?.why)
}
