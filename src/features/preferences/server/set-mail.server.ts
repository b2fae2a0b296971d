import { authorize } from '@plinth/core/access'
import { AppError, type VerbContext, writeAudit } from '@plinth/core/verb/server'
import { userPreference } from '@plinth/core/database/server'
import type { OptionalMail } from '@plinth/core/feature'
import type { Installed } from '@plinth/core/feature/server'
import { listMails } from './list-mails.server.ts'
import { lockOwnAccount } from '@plinth/core/auth/server'
import { preferencesAccess } from '../preferences.access.ts'
import type { SetMailInput } from '../preferences.schema.ts'

/**
 * Turns one kind of mail on or off for the user, effective immediately, and returns the state of all kinds.
 * Any signed-in user, for themselves; idempotent. Throws invalid for a kind that no feature sends, forbidden
 * while impersonating, unauthenticated when the account is deleted.
 */
export async function setMail(
  ctx: VerbContext,
  { kind, isWanted }: SetMailInput,
  installed: Pick<Installed, 'mails'>,
): Promise<Partial<Record<OptionalMail, boolean>>> {
  const actor = authorize(ctx.actor, preferencesAccess.setMail)
  const { userId } = actor
  return ctx.db.transaction(async (tx) => {
    await lockOwnAccount(tx, actor)
    const before = await listMails({ ...ctx, db: tx }, installed)
    if (before[kind] === undefined) throw new AppError('invalid', 'errors:invalid', { field: 'kind' })
    if (before[kind] === isWanted) return before
    const after = { ...before, [kind]: isWanted }
    const mutedMails = Object.entries(after).flatMap(([name, wanted]) => (wanted ? [] : [name]))
    await tx
      .insert(userPreference)
      .values({ userId, mutedMails })
      .onConflictDoUpdate({ target: userPreference.userId, set: { mutedMails } })
    const action = isWanted ? 'user.turnOnMail' : 'user.turnOffMail'
    await writeAudit(tx, actor, { action, target: { type: 'user', id: userId }, details: { kind } })
    return after
  })
}
