import { and, eq, inArray, lt, notExists, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db, OpenDatabase } from '#/db/database.server.ts'
import { deleteOld } from '#/db/delete-old.server.ts'
import type { Log } from '#/log/log.server.ts'
import { file } from './file.table.server.ts'
import { installation } from './installation.table.server.ts'
import { deleteBytes, forgetFile } from './keep-file.server.ts'
import type { Storage } from './storage.server.ts'

// Far longer than any upload waits for its row.
const LEFT_BEHIND_AFTER_HOURS = 24

type Services = { db: OpenDatabase['db']; storage: Storage; log: Log; signal?: AbortSignal | undefined }

/** Whose rows have the files of a purpose. */
export type FileOwner = {
  purpose: string
  table: PgTable & { fileId: PgColumn }
  /** The rows that nothing needs any more, such as an upload whose form was never sent. */
  isAbandoned?: (db: Db) => Promise<SQL>
}

const owners = new Map<string, FileOwner>()

/** Has the files of an owner swept. Its feature.server.ts calls it. */
export function ownFiles(owner: FileOwner): void {
  owners.set(owner.purpose, owner)
}

export const fileOwners = (): readonly FileOwner[] => [...owners.values()]

/** Sweeps the files of all owners. Runs often: deleted accounts and organizations leave files behind. */
export async function sweepOwnedFiles(services: Services): Promise<void> {
  for (const owner of fileOwners()) await sweepFilesOf(services, owner)
}

// An upload or a job takes a few minutes at most.
const UNUSED_AFTER_MINUTES = 60

/**
 * Deletes an owner's abandoned rows, then the files that no row has: also those of rows that went with their
 * workspace. Returns the number of files.
 */
export async function sweepFilesOf(
  services: Services,
  { purpose, table, isAbandoned }: FileOwner,
): Promise<number> {
  const { db, signal } = services
  if (isAbandoned) await deleteOld(db, { table, where: await isAbandoned(db), signal })
  const before = sql`now() - make_interval(mins => ${UNUSED_AFTER_MINUTES})`
  const uses = db.select({ id: table.fileId }).from(table).where(eq(table.fileId, file.id))
  const unused = await db
    .select({ id: file.id })
    .from(file)
    .where(and(eq(file.purpose, purpose), lt(file.createdAt, before), notExists(uses)))
  for (const { id } of unused) await forgetFile(services, id)
  return unused.length
}

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
