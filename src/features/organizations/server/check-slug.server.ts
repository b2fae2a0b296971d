import { eq } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import { organization } from '@plinth/core/database/server'
import type { VerbContext } from '@plinth/core/verb/server'
import { organizationsAccess } from '../organizations.access.ts'
import type { CheckSlugInput } from '../organizations.schema.ts'

/** Returns whether the slug is available for a new organization. Any user. Creating one checks again. */
export async function checkSlug(ctx: VerbContext, { slug }: CheckSlugInput): Promise<{ available: boolean }> {
  authorize(ctx.actor, organizationsAccess.checkSlug)
  const taken = await ctx.db
    .select({ id: organization.id })
    .from(organization)
    .where(eq(organization.slug, slug))
  return { available: taken.length === 0 }
}
