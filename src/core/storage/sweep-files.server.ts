import { inArray, sql } from 'drizzle-orm'
import type { Db } from '#/core/db/database.server.ts'
import type { Log } from '#/core/log/log.server.ts'
import { file } from './file.table.server.ts'
import { installation } from './installation.table.server.ts'
import { deleteBytes } from './keep-file.server.ts'
import type { Storage } from './storage.server.ts'

// Far longer than any upload waits for its row.
const LEFT_BEHIND_AFTER_HOURS = 24

type Services = { db: Db; storage: Storage; log: Log; signal?: AbortSignal }

/**
 * Deletes stored bytes without a row: left behind by a crash between the database and the disk, or written
 * for an account that was deleted meanwhile. Bytes older than the database are kept, because a new database
 * may have been put in front of a folder by mistake. Returns their number. Runs every night as a job.
 */
export async function sweepFiles({ db, storage, log, signal }: Services): Promise<number> {
  const [written] = await db
    .select({
      after: installation.createdAt,
      before: sql`now() - make_interval(hours => ${LEFT_BEHIND_AFTER_HOURS})`.mapWith(installation.createdAt),
    })
    .from(installation)
  if (!written) return 0
  let deleted = 0
  for await (const stored of storage.list()) {
    if (signal?.aborted) break
    const old = stored.filter(({ writtenAt: at }) => at > written.after && at < written.before)
    const ids = await withoutRow(
      db,
      old.map(({ id }) => id),
    )
    await deleteBytes({ storage, log }, ids)
    deleted += ids.length
  }
  return deleted
}

async function withoutRow(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select({ id: file.id })
    .from(file)
    .where(inArray(file.id, [...ids]))
  const known = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !known.has(id))
}
