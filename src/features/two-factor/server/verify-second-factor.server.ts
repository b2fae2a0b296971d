import { eq, sql } from 'drizzle-orm'
import { anonymous, may } from '@plinth/core/access'
import { AppError, clearLimit, consumeLimit, writeAudit } from '@plinth/core/verb/server'
import {
  type AuthTransaction,
  type HookResult,
  countCodeMail,
  endsWithBrowser,
  holdCredentials,
  openHook,
  ownerProved,
  requireRecentAuth,
} from '@plinth/core/auth/server'
import { databaseNow, user } from '@plinth/core/database/server'
import { challengeOf, userOfChallenge } from './pending-second-factor.server.ts'
import { storedBackupCode, twoFactorOn } from './second-factor-settings.server.ts'
import { RESEND_SECONDS } from '@plinth/core/auth'
import { backupCodeForm, otpForm, totpForm } from '../two-factor.schema.ts'
import { authenticatorOf, claimStep, codeAt, stepOfCode } from './totp-step.server.ts'

/** Wrong codes per account, across all methods and challenges; a passkey still signs in. */
const GUESSES = { max: 20, windowSeconds: 900, doubles: true } as const
const guessesOf = (userId: string) => `second-factor:${userId}`

type Request = Pick<AuthTransaction, 'tx' | 'actor' | 'rule' | 'cookies'>

/**
 * Returns the signed-in user, or the user of the pending sign-in, whose attempts are serialized until the
 * transaction ends. Throws unauthenticated when the sign-in has expired.
 */
async function lockAttempts({ tx, actor, rule, cookies }: Request): Promise<string> {
  if (actor.kind === 'user') {
    if (may(actor, rule)) return actor.userId
    throw new AppError('forbidden', 'errors:forbidden')
  }
  const challenge = challengeOf(cookies)
  const userId = challenge && (await userOfChallenge(tx, challenge))
  if (!userId) throw new AppError('unauthenticated', 'security:challengeOver')
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${guessesOf(userId)}, 0))`)
  // The library reads the challenge again.
  await holdCredentials(tx, eq(user.id, userId))
  return userId
}

type Passed = { userId: string; method: 'totp' | 'otp' | 'backupCode' }

/** The result of a correct code: a session, remembered as requested with the first factor. */
function passing({ tx, cookies }: Pick<Request, 'tx' | 'cookies'>, { userId, method }: Passed): HookResult {
  return {
    endsWithBrowser: endsWithBrowser(cookies),
    after: async (answer) => {
      await clearLimit(tx, guessesOf(userId))
      if (method === 'otp') await ownerProved(tx, userId)
      const target = { type: 'user', id: userId }
      await writeAudit(tx, anonymous, {
        action: 'user.passSecondFactor',
        actorId: userId,
        target,
        details: { method },
      })
      return answer
    },
  }
}

export const onVerifyTotp = openHook(
  { body: totpForm },
  async ({ tx, actor, body, secret, ...request }): Promise<HookResult> => {
    const userId = await lockAttempts({ tx, actor, ...request })
    const authenticator = await authenticatorOf(tx, userId, secret)
    if (actor.kind === 'user' && !authenticator) throw new AppError('conflict', 'security:notEnabled')
    if (actor.kind === 'user' && authenticator?.isVerified)
      throw new AppError('conflict', 'security:alreadyEnabled')
    await consumeLimit(tx, guessesOf(userId), GUESSES)
    const step = authenticator && stepOfCode(authenticator.secret, body.code, databaseNow())
    const isUsed = step !== undefined && !(await claimStep(tx, userId, step))
    // A used code is rejected like a wrong one.
    if (isUsed) return { denial: new AppError('unauthenticated', 'security:invalidCode', { field: 'code' }) }
    // Better Auth checks by this machine's clock: it gets the code of its moment, or for a wrong one none.
    const code = authenticator && step !== undefined ? codeAt(authenticator.secret, new Date()) : ''
    if (actor.kind === 'anonymous')
      return { body: { ...body, code }, ...passing({ tx, ...request }, { userId, method: 'totp' }) }
    // The first code of an authenticator turns the second factor on.
    await requireRecentAuth(tx, actor)
    return {
      // Without `trustDevice`, because this is not a sign-in.
      body: { code },
      after: async (answer) => {
        await clearLimit(tx, guessesOf(userId))
        await twoFactorOn(tx, actor, 'totp')
        return answer
      },
    }
  },
)

export const onSendOtp = openHook({}, async (request) => {
  const userId = await lockAttempts(request)
  await countCodeMail(request.tx, userId)
  return { after: async () => ({ status: true, retryAfterSeconds: RESEND_SECONDS }) }
})

export const onVerifyOtp = openHook({ body: otpForm }, async ({ body, ...request }) => {
  const userId = await lockAttempts(request)
  await consumeLimit(request.tx, guessesOf(userId), GUESSES)
  return { body, ...passing(request, { userId, method: 'otp' }) }
})

export const onVerifyBackupCode = openHook({ body: backupCodeForm }, async ({ body, ...request }) => {
  const userId = await lockAttempts(request)
  await consumeLimit(request.tx, guessesOf(userId), GUESSES)
  const code = await storedBackupCode(request.tx, userId, { code: body.code, key: request.secret })
  return { body: { ...body, code }, ...passing(request, { userId, method: 'backupCode' }) }
})
