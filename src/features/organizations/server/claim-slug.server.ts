import { and, eq, ne, sql } from 'drizzle-orm'
import { type Transaction, organization } from '@plinth/core/database/server'
import { AppError } from '@plinth/core/verb/server'

/**
 * Serializes claims of a slug by an advisory lock, so that a free slug stays free until the transaction ends.
 * Throws conflict if another organization than `ownId` has it.
 */
export async function claimSlug(tx: Transaction, slug: string, ownId = ''): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`organization-slug:${slug}`}, 0))`)
  const others = await tx.$count(organization, and(eq(organization.slug, slug), ne(organization.id, ownId)))
  if (others > 0) throw new AppError('conflict', 'organizations:errors.slugTaken', { field: 'slug' })
}
