import { and, eq, gt, sql } from 'drizzle-orm'
import { storedIdentifier, twoFactor, user, verification } from '#/core/identity/identity.table.server.ts'
import { isBanned } from '#/core/auth/is-banned.server.ts'
import type { AuthCookies } from '#/core/auth/cookies.server.ts'
import type { PendingSecondFactor } from '#/core/auth/viewer.ts'
import { databaseFailure } from '#/core/db/database-error.server.ts'
import type { Db } from '#/core/db/database.server.ts'

/** The challenge that a browser with a pending second factor holds. */
export function challengeOf(cookies: AuthCookies): string | undefined {
  const challenge = cookies.get('challenge')
  return challenge?.startsWith('2fa-') ? challenge : undefined
}

const isOpenChallenge = (challenge: string) =>
  and(
    eq(verification.identifier, storedIdentifier(challenge)),
    gt(verification.expiresAt, sql`now()`),
    sql`not ${isBanned}`,
  )

/** Whose sign-in it is that waits; undefined when it is over. */
export async function userOfChallenge(db: Db, challenge: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: user.id })
    .from(verification)
    .innerJoin(user, eq(user.id, verification.value))
    .where(isOpenChallenge(challenge))
  return row?.id
}

/**
 * What the pages of the second factor may know of a sign-in that waits for it; undefined when none does. Ten
 * minutes after the first factor, after too many wrong codes, and for a banned user it is over. Throws
 * AppError unavailable when the database is away.
 */
export async function readPendingSecondFactor(
  db: Db,
  challenge: string,
): Promise<PendingSecondFactor | undefined> {
  const [row] = await db
    .select({ email: user.email, codes: twoFactor.backupCodes, authenticator: twoFactor.verified })
    .from(verification)
    .innerJoin(user, eq(user.id, verification.value))
    .leftJoin(twoFactor, eq(twoFactor.userId, user.id))
    .where(isOpenChallenge(challenge))
    .catch((error: unknown) => {
      throw databaseFailure(error) ?? error
    })
  if (!row) return undefined
  return {
    methods: [
      ...(row.authenticator === true ? (['totp'] as const) : []),
      'otp',
      ...(row.codes === null ? [] : (['backupCode'] as const)),
    ],
    address: maskedAddress(row.email),
  }
}

/** Enough to recognise one's own address: its first letter and its domain. */
function maskedAddress(email: string): string {
  return `${email.slice(0, 1)}…@${email.slice(email.lastIndexOf('@') + 1)}`
}
