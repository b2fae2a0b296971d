import { eq } from 'drizzle-orm'
import { authorize } from '@plinth/core/access/access.ts'
import { user } from '@plinth/core/identity/identity.table.server.ts'
import type { Language } from '@plinth/core/i18n/languages.ts'
import type { VerbContext } from '@plinth/core/trpc/context.server.ts'
import { AppError } from '@plinth/core/lib/app-error.ts'
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
