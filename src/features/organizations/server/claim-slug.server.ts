import { and, eq, ne, sql } from 'drizzle-orm'
import { organization } from '@plinth/core/identity/identity.table.server.ts'
import type { Transaction } from '@plinth/core/db/database.server.ts'
import { AppError } from '@plinth/core/lib/app-error.ts'

/**
 * Serializes claims of a slug by an advisory lock, so that a free slug stays free until the transaction ends.
 * Throws conflict if another organization than `ownId` has it.
 */
export async function claimSlug(tx: Transaction, slug: string, ownId = ''): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`organization-slug:${slug}`}, 0))`)
  const others = await tx.$count(organization, and(eq(organization.slug, slug), ne(organization.id, ownId)))
  if (others > 0) throw new AppError('conflict', 'organizations:errors.slugTaken', { field: 'slug' })
}
