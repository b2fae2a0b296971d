import { sql } from 'drizzle-orm'
import type { OpenDatabase } from '#/core/db/database.server.ts'
import { deleteOld, olderThan } from '#/core/db/delete-old.server.ts'
import { posts } from './posts.table.server.ts'

type Sweep = { days: number; signal: AbortSignal | undefined }

/** Permanently deletes posts `days` days after their deletion, and returns their number. Runs as a job. */
export function sweepPosts(db: OpenDatabase['db'], { days, signal }: Sweep): Promise<number> {
  return deleteOld(db, { table: posts, where: sql`${posts.deletedAt} < ${olderThan(days)}`, signal })
}
