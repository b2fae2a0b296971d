import { sql } from 'drizzle-orm'
import type { OpenDatabase } from '#/core/db/database.server.ts'
import { deleteOld, olderThan } from '#/core/db/delete-old.server.ts'
import { posts } from './posts.table.server.ts'

type Sweep = { days: number; signal: AbortSignal | undefined }

/** Removes for good what was deleted so many days ago; answers how many posts. A scheduled job calls it. */
export function sweepPosts(db: OpenDatabase['db'], { days, signal }: Sweep): Promise<number> {
  return deleteOld(db, { table: posts, where: sql`${posts.deletedAt} < ${olderThan(days)}`, signal })
}
