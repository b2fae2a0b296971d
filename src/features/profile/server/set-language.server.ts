import { eq } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import { user } from '@plinth/core/database/server'
import type { Language } from '@plinth/core/texts'
import { AppError, type VerbContext } from '@plinth/core/verb/server'
import { profileAccess } from '../profile.access.ts'
import type { SetLanguageInput } from '../profile.schema.ts'

/**
 * Stores the language of the user's pages and mail. Any signed-in user, for themselves. Throws forbidden
 * while impersonating, because the user would get mail in a language they did not choose; unauthenticated
 * when the account is deleted.
 */
export async function setLanguage(
  ctx: VerbContext,
  { language }: SetLanguageInput,
): Promise<{ language: Language }> {
  const actor = authorize(ctx.actor, profileAccess.setLanguage)
  const [row] = await ctx.db
    .update(user)
    .set({ language })
    .where(eq(user.id, actor.userId))
    .returning({ id: user.id })
  if (!row) throw new AppError('unauthenticated', 'errors:signInFirst')
  return { language }
}
