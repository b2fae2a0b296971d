import { eq } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import { userPreference } from '@plinth/core/database/server'
import { type OptionalMail, optionalMails } from '@plinth/core/feature'
import type { Installed } from '@plinth/core/feature/server'
import type { VerbContext } from '@plinth/core/verb/server'
import { preferencesAccess } from '../preferences.access.ts'

/**
 * Returns every optional kind of mail that a feature sends, true if the user receives it. Any signed-in user,
 * for themselves.
 */
export async function listMails(
  ctx: VerbContext,
  { mails }: Pick<Installed, 'mails'>,
): Promise<Partial<Record<OptionalMail, boolean>>> {
  const { userId } = authorize(ctx.actor, preferencesAccess.mails)
  const [row] = await ctx.db
    .select({ muted: userPreference.mutedMails })
    .from(userPreference)
    .where(eq(userPreference.userId, userId))
  const muted = row?.muted ?? []
  return Object.fromEntries(
    optionalMails.filter((kind) => mails.has(kind)).map((kind) => [kind, !muted.includes(kind)]),
  )
}
