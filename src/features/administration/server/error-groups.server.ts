import { desc, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import { AppError, type VerbContext, writeAudit } from '@plinth/core/verb/server'
import { errorsAccess } from '../administration.access.ts'
import { errorGroup } from './administration.table.server.ts'

export type ListedError = Omit<typeof errorGroup.$inferSelect, 'resolvedAt'>

/** Returns the unresolved groups of errors, the one that happened last first. For admins. */
export async function listErrors(
  ctx: VerbContext,
  { limit }: { limit: number },
): Promise<{ items: ListedError[]; hasMore: boolean }> {
  authorize(ctx.actor, errorsAccess.list)
  const { resolvedAt, ...columns } = getTableColumns(errorGroup)
  const rows = await ctx.db
    .select(columns)
    .from(errorGroup)
    .where(isNull(resolvedAt))
    .orderBy(desc(errorGroup.lastAt), desc(errorGroup.fingerprint))
    .limit(limit + 1)
  return { items: rows.slice(0, limit), hasMore: rows.length > limit }
}

/**
 * Hides a group until it happens again. Does nothing for one that is hidden already. Throws not_found for one
 * that doesn't exist. For admins.
 */
export async function resolveError(
  ctx: VerbContext,
  { fingerprint }: { fingerprint: string },
): Promise<{ fingerprint: string }> {
  const actor = authorize(ctx.actor, errorsAccess.resolve)
  await ctx.db.transaction(async (tx) => {
    const [group] = await tx
      .select({ resolvedAt: errorGroup.resolvedAt, name: errorGroup.name })
      .from(errorGroup)
      .where(eq(errorGroup.fingerprint, fingerprint))
      .for('update')
    if (!group) throw new AppError('not_found', 'errors:notFound')
    if (group.resolvedAt) return
    await tx
      .update(errorGroup)
      .set({ resolvedAt: sql`now()` })
      .where(eq(errorGroup.fingerprint, fingerprint))
    const target = { type: 'error', id: fingerprint }
    const entry = { action: 'error.resolve', target, organizationId: null, details: { name: group.name } }
    await writeAudit(tx, actor, entry)
  })
  return { fingerprint }
}
