import { and, eq, sql } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import { AppError, type VerbContext, writeAudit } from '@plinth/core/verb/server'
import type { EndpointCall } from '@plinth/core/feature/server'
import { download, onlyOne, openStream, withStream } from '@plinth/core/live/server'
import type { StoredFile } from '@plinth/core/files/server'
import { brandSlug } from '#/brand.ts'
import { accountAccess } from '#/features/account/account.access.ts'
import type { IdInput } from '#/features/account/account.schema.ts'
import { accountExport } from './account-export.table.server.ts'

/**
 * Returns the file of an export and its name. For its owner only, until it expires. Throws the same not_found
 * for an unknown, a foreign and an expired export.
 */
export async function downloadExport(
  ctx: VerbContext,
  { id }: IdInput,
): Promise<{ stored: StoredFile; name: string }> {
  const actor = authorize(ctx.actor, accountAccess.export)
  const isOwn = and(eq(accountExport.id, id), eq(accountExport.userId, actor.userId))
  const [row] = await ctx.db
    .select({ fileId: accountExport.fileId, createdAt: accountExport.createdAt })
    .from(accountExport)
    .where(and(isOwn, eq(accountExport.status, 'ready'), sql`${accountExport.expiresAt} > now()`))
  const stored = row?.fileId ? await ctx.storage.open(row.fileId) : undefined
  if (!row || !stored) throw new AppError('not_found', 'errors:notFound')
  await ctx.db.transaction((tx) =>
    writeAudit(tx, actor, { action: 'user.fetchExport', target: { type: 'user', id: actor.userId } }),
  )
  return { stored, name: `${brandSlug}-${row.createdAt.toISOString().slice(0, 10)}.zip` }
}

/**
 * Sends a data export as a file to the user whose data it holds, one download at a time; 404 for everybody
 * else.
 */
export function sendExport({ ctx, params }: EndpointCall<{ exportId: string }>): Promise<Response> {
  const { userId } = authorize(ctx.actor, accountAccess.export)
  return withStream(openStream(ctx, accountAccess.export, { outlastsStop: true }), async (stream) => {
    onlyOne(stream, `account.export:${userId}`)
    const { stored, name } = await downloadExport(ctx, { id: params.exportId })
    const { sizeBytes } = stored
    return download(stream, { name, type: 'application/zip', sizeBytes, chunks: stored.stream() })
  })
}
