import { and, eq, gt, sql } from 'drizzle-orm'
import { type Db, databaseFailure, storedIdentifier, user, verification } from '@plinth/core/database/server'
import { type AuthCookies, isBanned } from '@plinth/core/auth/server'
import type { PendingSecondFactor } from '@plinth/core/access'
import { firstLetterOf } from '@plinth/core/format'
import { twoFactor } from './two-factor.table.server.ts'

export const SECOND_FACTOR_PAGE = '/two-factor/'

/** Returns the challenge of a browser with a pending second factor. */
export function challengeOf(cookies: AuthCookies): string | undefined {
  const challenge = cookies.get('challenge')
  return challenge?.startsWith('2fa-') ? challenge : undefined
}

const ofOpenChallenge = (challenge: string) =>
  and(
    eq(verification.identifier, storedIdentifier(challenge)),
    gt(verification.expiresAt, sql`now()`),
    sql`not ${isBanned}`,
  )

/** Returns the id of the user whose sign-in is pending; undefined when the challenge is over. */
export async function userOfChallenge(db: Db, challenge: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: user.id })
    .from(verification)
    .innerJoin(user, eq(user.id, verification.value))
    .where(ofOpenChallenge(challenge))
  return row?.id
}

/**
 * Returns what the second-factor pages may know of a pending sign-in; undefined when there is none. It ends
 * ten minutes after the first factor, after too many wrong codes, and with a ban. Throws AppError unavailable
 * when the database is unreachable.
 */
export async function readPendingSecondFactor(
  db: Db,
  cookies: AuthCookies,
): Promise<PendingSecondFactor | undefined> {
  const challenge = challengeOf(cookies)
  if (challenge === undefined) return undefined
  const [row] = await db
    .select({ email: user.email, codes: twoFactor.backupCodes, authenticator: twoFactor.verified })
    .from(verification)
    .innerJoin(user, eq(user.id, verification.value))
    .leftJoin(twoFactor, eq(twoFactor.userId, user.id))
    .where(ofOpenChallenge(challenge))
    .catch((error: unknown) => {
      throw databaseFailure(error) ?? error
    })
  if (!row) return undefined
  return {
    page: SECOND_FACTOR_PAGE,
    methods: [
      ...(row.authenticator === true ? (['totp'] as const) : []),
      'otp',
      ...(row.codes === null ? [] : (['backupCode'] as const)),
    ],
    address: maskedAddress(row.email),
  }
}

/** Returns the first letter and the domain: enough to recognize one's own address. */
function maskedAddress(email: string): string {
  return `${firstLetterOf(email)}…@${email.slice(email.lastIndexOf('@') + 1)}`
}
