import { authorize } from '@plinth/core/access'
import { userPreference } from '@plinth/core/database/server'
import type { VerbContext } from '@plinth/core/verb/server'
import { type Display, formatDisplay } from '@plinth/core/format'
import { lockOwnAccount } from '@plinth/core/auth/server'
import { preferencesAccess } from '../preferences.access.ts'
import type { SetDisplayInput } from '../preferences.schema.ts'

/**
 * Stores the user's display settings for all devices. Any signed-in user, for themselves; the last change
 * wins. Throws forbidden while impersonating, unauthenticated when the account is deleted.
 */
export async function setDisplay(ctx: VerbContext, display: SetDisplayInput): Promise<Display> {
  const actor = authorize(ctx.actor, preferencesAccess.setDisplay)
  const values = { display: formatDisplay(display) }
  await ctx.db.transaction(async (tx) => {
    await lockOwnAccount(tx, actor)
    await tx
      .insert(userPreference)
      .values({ userId: actor.userId, ...values })
      .onConflictDoUpdate({ target: userPreference.userId, set: values })
  })
  return display
}
