import { sql } from 'drizzle-orm'
import type { OpenDatabase } from '#/core/db/database.server.ts'
import { deleteOld, olderThan } from '#/core/db/delete-old.server.ts'
import { defineSettings, retentionDays } from '#/core/env/env.server.ts'
import { defineJob, type JobDefinition } from '#/core/jobs/jobs.server.ts'
import type { Log } from '#/core/log/log.server.ts'
import { sweepUnusedFiles } from '#/core/storage/keep-file.server.ts'
import type { Storage } from '#/core/storage/storage.server.ts'
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

type Services = { db: OpenDatabase['db']; storage: Storage; log: Log; signal?: AbortSignal }

/**
 * Deletes images that no post has shown for seven days, then the files of all that are gone, also with their
 * workspace. A deleted post keeps its images while it can be restored. Returns the number of files.
 */
export async function sweepPostImages({ signal, ...services }: Services): Promise<number> {
  const isShown = sql`exists (select from ${posts} where ${posts.imageIds} @> array[${postImages.fileId}])`
  await deleteOld(services.db, {
    table: postImages,
    where: sql`${postImages.usedAt} < ${olderThan(UNUSED_IMAGE_DAYS)} and not ${isShown}`,
    signal,
  })
  return sweepUnusedFiles(services, { purpose: POST_IMAGE, usedBy: postImages })
}

export const sweepPostImagesJob = (storage: Storage): JobDefinition =>
  defineJob({
    name: 'sweep-post-images',
    cron: '8-59/10 * * * *',
    handler: async ({ db, log, signal }) => void (await sweepPostImages({ db, storage, log, signal })),
  })
