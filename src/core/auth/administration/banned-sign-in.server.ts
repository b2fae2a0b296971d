import { and, eq, inArray } from 'drizzle-orm'
import { session, user } from '#/core/identity/identity.table.server.ts'
import { isBanned } from '#/core/auth/is-banned.server.ts'
import { clockAheadMs } from '#/core/db/clock.server.ts'
import { ambientTransaction, type Transaction } from '#/core/db/database.server.ts'
import { AppError } from '#/lib/app-error.ts'

type Ban = { banReason?: unknown; banExpires?: unknown }
const met = new WeakMap<Transaction, AppError>()

/**
 * Better Auth asks for the words when somebody banned has passed every factor but for the last, and hands us
 * the person: kept for the answer of this request, which says why and until when.
 */
export function noteBan(person: Ban): string {
  const tx = ambientTransaction()
  if (tx) met.set(tx, refusalOf(person))
  return 'This account is banned'
}

/** The refusal of this request, if it was a banned person's sign-in. */
export const banMet = (tx: Transaction): AppError | undefined => met.get(tx)

/**
 * Throws forbidden `errors:banned` when one of these new sessions belongs to a banned person. Their rows hold
 * the person's, so that a ban is either seen here or waits for this transaction and then ends the session:
 * asked once at the end, whatever the way in.
 */
export async function refuseBanned(tx: Transaction, sessionIds: readonly string[]): Promise<void> {
  const [person] = await tx
    .select({ banReason: user.banReason, banExpires: user.banExpires })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(and(inArray(session.id, [...sessionIds]), isBanned))
    .limit(1)
  if (person) throw refusalOf(person)
}

function refusalOf({ banReason, banExpires }: Ban): AppError {
  const until =
    banExpires instanceof Date ? new Date(banExpires.getTime() - clockAheadMs()).toISOString() : undefined
  const reason = typeof banReason === 'string' ? banReason : ''
  return until === undefined
    ? new AppError('forbidden', 'errors:bannedForGood', { reason })
    : new AppError('forbidden', 'errors:banned', { reason, until })
}
