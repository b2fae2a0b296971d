import { sql } from 'drizzle-orm'
import { olderThan } from '@plinth/core/database/server'
import { defineSettings, retentionDays } from '@plinth/core/server'
import { sweepJob } from '@plinth/core/jobs/server'
import type { FileOwner } from '@plinth/core/files/server'
import { POST_IMAGE, postImages, posts } from './posts.table.server.ts'

/** How long deleted posts can be restored. */
export const postsSettings = defineSettings({ RETENTION_DAYS_POSTS: retentionDays(30) })

export const sweepPostsJob = sweepJob({
  name: 'sweep-posts',
  table: posts,
  days: () => postsSettings.read().RETENTION_DAYS_POSTS,
  cron: '17 3 * * *',
})

/** How long an image is kept that no post shows: in a draft, or removed from a post. */
const UNUSED_IMAGE_DAYS = 7

/** Images that posts show. A deleted post keeps its images while it can be restored. */
export const postImageFiles: FileOwner = {
  purpose: POST_IMAGE,
  table: postImages,
  isAbandoned: async () => {
    const isShown = sql`exists (select from ${posts} where ${posts.imageIds} @> array[${postImages.fileId}])`
    return sql`${postImages.usedAt} < ${olderThan(UNUSED_IMAGE_DAYS)} and not ${isShown}`
  },
}
