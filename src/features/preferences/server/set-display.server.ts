import { authorize } from '@plinth/core/access/access.ts'
import { userPreference } from '@plinth/core/identity/user-preference.table.server.ts'
import type { VerbContext } from '@plinth/core/trpc/context.server.ts'
import { formatDisplay, type Display } from '@plinth/core/lib/display.ts'
import { lockOwnAccount } from '@plinth/core/auth/security/lock-own-account.server.ts'
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
