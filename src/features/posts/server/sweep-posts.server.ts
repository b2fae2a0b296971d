import { sql } from 'drizzle-orm'
import { type OpenDatabase, deleteOld, olderThan } from '@plinth/core/database/server'
import { defineSettings, retentionDays } from '@plinth/core/server'
import { defineJob } from '@plinth/core/jobs/server'
import type { FileOwner } from '@plinth/core/files/server'
import { POST_IMAGE, postImages, posts } from './posts.table.server.ts'

/** How long deleted posts can be restored. */
export const postsSettings = defineSettings({ RETENTION_DAYS_POSTS: retentionDays(30) })

/** How long an image is kept that no post shows: in a draft, or removed from a post. */
const UNUSED_IMAGE_DAYS = 7

type Sweep = { days: number; signal?: AbortSignal }

/** Permanently deletes posts `days` days after their deletion, and returns their number; 0 keeps them. */
export async function sweepPosts(db: OpenDatabase['db'], { days, signal }: Sweep): Promise<number> {
  if (days === 0) return 0
  return deleteOld(db, { table: posts, where: sql`${posts.deletedAt} < ${olderThan(days)}`, signal })
}

export const sweepPostsJob = defineJob({
  name: 'sweep-posts',
  cron: '17 3 * * *',
  handler: async ({ db, signal }) =>
    void (await sweepPosts(db, { days: postsSettings.read().RETENTION_DAYS_POSTS, signal })),
})

/** Images that posts show. A deleted post keeps its images while it can be restored. */
export const postImageFiles: FileOwner = {
  purpose: POST_IMAGE,
  table: postImages,
  isAbandoned: async () => {
    const isShown = sql`exists (select from ${posts} where ${posts.imageIds} @> array[${postImages.fileId}])`
    return sql`${postImages.usedAt} < ${olderThan(UNUSED_IMAGE_DAYS)} and not ${isShown}`
  },
}
