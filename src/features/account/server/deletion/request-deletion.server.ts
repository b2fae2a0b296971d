import { eq, sql } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import { AppError, type VerbContext, writeAudit } from '@plinth/core/verb/server'
import {
  lockAdministrators,
  lockForCredential,
  lockUser,
  refuseAccountDeletion,
  refuseLastAdministrator,
  requireRecentAuth,
} from '@plinth/core/auth/server'
import { accountDeletion, digestOf } from '@plinth/core/database/server'
import { mailUser } from '@plinth/core/mail/server'
import { getEnv } from '@plinth/core/server'
import { accountAccess } from '#/features/account/account.access.ts'
import { GRACE_DAYS, type RequestDeletionInput } from '#/features/account/account.schema.ts'
import { newCancelToken } from './cancel-deletion.server.ts'

/**
 * Schedules the deletion of the user's account in 14 days and mails a link that cancels it; until then
 * everything works as before. A second request returns the same date. The user types their own address to
 * confirm. Any user, for themselves, authenticated within the last ten minutes. Throws forbidden
 * (`errors:reauthenticate`), invalid (field `email`), conflict for the last admin and where a feature
 * refuses, such as for the last owner of an organization.
 */
export async function requestDeletion(
  ctx: VerbContext,
  { email }: RequestDeletionInput,
): Promise<{ scheduledFor: Date }> {
  const actor = authorize(ctx.actor, accountAccess.requestDeletion)
  await requireRecentAuth(ctx.db, actor)
  const { userId } = actor
  return ctx.db.transaction(async (tx) => {
    await lockAdministrators(tx)
    const account = await lockUser(tx, userId)
    await lockForCredential(tx, actor)
    if (account.email.toLowerCase() !== email) {
      throw new AppError('invalid', 'errors:confirmationMismatch', {
        field: 'email',
        expected: account.email,
      })
    }
    const [already] = await tx
      .select({ scheduledFor: accountDeletion.scheduledFor })
      .from(accountDeletion)
      .where(eq(accountDeletion.userId, userId))
    if (already) return already
    await refuseLastAdministrator(tx, account)
    await refuseAccountDeletion(tx, userId)
    const token = newCancelToken()
    const [requested] = await tx
      .insert(accountDeletion)
      .values({
        userId,
        scheduledFor: sql`now() + make_interval(days => ${GRACE_DAYS})`,
        cancelDigest: digestOf(token),
      })
      .returning({ scheduledFor: accountDeletion.scheduledFor })
    if (!requested) throw new AppError('conflict', 'errors:conflict')
    await writeAudit(tx, actor, {
      action: 'user.requestDeletion',
      target: { type: 'user', id: userId },
      details: { scheduledFor: requested.scheduledFor.toISOString() },
    })
    const url = `${getEnv().APP_URL}/cancel-deletion?${new URLSearchParams({ token })}`
    const { scheduledFor } = requested
    await mailUser(tx, account, { template: 'deletionScheduled', params: { scheduledFor, url } })
    return requested
  })
}
