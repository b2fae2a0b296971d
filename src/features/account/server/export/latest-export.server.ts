import { and, desc, eq, sql } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import type { Db } from '@plinth/core/database/server'
import { file } from '@plinth/core/files/server'
import type { VerbContext } from '@plinth/core/verb/server'
import { accountAccess } from '#/features/account/account.access.ts'
import { accountExport, type ExportStatus } from './account-export.table.server.ts'

export type AccountExport = {
  id: string
  status: ExportStatus | 'expired'
  createdAt: Date
  /** When it expires; null until it is ready. */
  expiresAt: Date | null
  sizeBytes: number | null
}

/**
 * Returns the user's newest export, or null without one. Any signed-in user, for themselves; not while
 * impersonated.
 */
export async function latestExport(ctx: VerbContext): Promise<AccountExport | null> {
  const { userId } = authorize(ctx.actor, accountAccess.latestExport)
  return (await readExport(ctx.db, userId)) ?? null
}

/** Reads the user's newest export, or only a running one. Expiry is by the database clock. */
export async function readExport(
  db: Db,
  userId: string,
  { isRunning = false } = {},
): Promise<AccountExport | undefined> {
  const isOver = sql`${accountExport.status} = 'ready' and ${accountExport.expiresAt} <= now()`
  const [row] = await db
    .select({
      id: accountExport.id,
      status: sql<
        AccountExport['status']
      >`case when ${isOver} then 'expired' else ${accountExport.status} end`,
      createdAt: accountExport.createdAt,
      expiresAt: accountExport.expiresAt,
      sizeBytes: file.sizeBytes,
    })
    .from(accountExport)
    .leftJoin(file, eq(file.id, accountExport.fileId))
    .where(and(eq(accountExport.userId, userId), isRunning ? eq(accountExport.status, 'running') : undefined))
    .orderBy(desc(accountExport.createdAt), desc(accountExport.id))
    .limit(1)
  return row
}
