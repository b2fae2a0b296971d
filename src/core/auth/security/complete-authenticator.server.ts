import type { SignedInActor } from '#/core/access/actor.ts'
import { writeAudit } from '#/core/audit/audit.server.ts'
import { mailUser } from '#/core/auth/mail-user.server.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import { requireRecentProof } from './proof.server.ts'

/**
 * For the first code of an authenticator, typed by somebody signed in: the second factor is on from then.
 * Answers what belongs to it once Better Auth has found the code right. Throws forbidden without a recent
 * proof.
 */
export async function completeAuthenticator(
  tx: Transaction,
  actor: SignedInActor,
): Promise<(answer: unknown) => Promise<unknown>> {
  await requireRecentProof(tx, actor)
  return async (answer) => {
    await twoFactorOn(tx, actor, 'totp')
    return answer
  }
}

export async function twoFactorOn(
  tx: Transaction,
  actor: SignedInActor,
  method: 'totp' | 'otp',
): Promise<void> {
  await writeAudit(tx, actor, {
    action: 'user.enableTwoFactor',
    target: { type: 'user', id: actor.userId },
    details: { method },
  })
  await mailUser(tx, actor.userId, { template: 'securityChange', params: { change: 'twoFactorOn' } })
}
