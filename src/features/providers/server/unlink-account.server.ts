import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { authorize } from '@plinth/core/access'
import { AppError, type VerbContext, writeAudit } from '@plinth/core/verb/server'
import { account } from '@plinth/core/database/server'
import { keepingOneMethod, requireRecentAuth } from '@plinth/core/auth/server'
import { mailUser } from '@plinth/core/mail/server'
import { providerLabels, providerNames, type ProviderName } from '../providers.ts'
import { linkedAccountsAccess } from '../providers.access.ts'

export const unlinkInput = z.strictObject({
  id: z.string().min(1, 'errors:required').max(64, 'errors:tooLong'),
})
type UnlinkInput = z.output<typeof unlinkInput>

/**
 * Unlinks an account at a provider and mails the user, after a recent authentication. Not while impersonated.
 * A password is none. Throws forbidden (`errors:reauthenticate`), not_found, and conflict for the
 * last sign-in method.
 */
export async function unlinkAccount(ctx: VerbContext, { id }: UnlinkInput): Promise<UnlinkInput> {
  const actor = authorize(ctx.actor, linkedAccountsAccess.unlink)
  await requireRecentAuth(ctx.db, actor)
  const { userId } = actor
  return ctx.db.transaction(async (tx) => {
    const provider = await keepingOneMethod(tx, userId, async () => {
      const [removed] = await tx
        .delete(account)
        .where(
          and(
            eq(account.id, id),
            eq(account.userId, userId),
            inArray(account.providerId, [...providerNames]),
          ),
        )
        .returning({ provider: account.providerId })
      if (!removed) throw new AppError('not_found', 'errors:notFound')
      return removed.provider as ProviderName
    })
    await writeAudit(tx, actor, {
      action: 'account.unlink',
      target: { type: 'user', id: userId },
      details: { provider },
    })
    await mailUser(tx, userId, {
      template: 'providerUnlinked',
      params: { provider: providerLabels[provider] },
    })
    return { id }
  })
}
