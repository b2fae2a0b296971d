import { APIError } from 'better-auth/api'
import { and, eq, inArray } from 'drizzle-orm'
import type { AuthTransaction } from '#/auth/auth-context.server.ts'
import { session, user } from '#/identity/identity.table.server.ts'
import { isBanned } from '#/auth/is-banned.server.ts'
import { clockAheadMs } from '#/db/clock.server.ts'
import { AppError } from '#/lib/app-error.ts'

const ban = { banReason: user.banReason, banExpires: user.banExpires }

/**
 * Fails the request of a banned user who has passed the first factor, with the reason and the end of the ban.
 * Called before a session is created.
 */
export async function refuseBanned(request: AuthTransaction, userId: string): Promise<void> {
  const [banned] = await request.tx
    .select(ban)
    .from(user)
    .where(and(eq(user.id, userId), isBanned))
  if (!banned) return
  request.failure ??= banError(banned)
  throw new APIError('FORBIDDEN')
}

/**
 * Throws forbidden `errors:banned` or `errors:bannedForGood` when a new session belongs to a user banned
 * during the request. Session rows lock the user's row: a ban is either seen here, or waits for this
 * transaction and then ends the session.
 */
export async function refuseBannedMeanwhile({ tx, newSessions }: AuthTransaction): Promise<void> {
  const [banned] = await tx
    .select(ban)
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(and(inArray(session.id, newSessions), isBanned))
    .limit(1)
  if (banned) throw banError(banned)
}

function banError({
  banReason,
  banExpires,
}: {
  banReason: string | null
  banExpires: Date | null
}): AppError {
  const reason = banReason ?? ''
  if (banExpires === null) return new AppError('forbidden', 'errors:bannedForGood', { reason })
  const until = new Date(banExpires.getTime() - clockAheadMs()).toISOString()
  return new AppError('forbidden', 'errors:banned', { reason, until })
}
