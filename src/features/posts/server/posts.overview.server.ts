import { eq, sql } from 'drizzle-orm'
import { may } from '@plinth/core/access'
import type { FeatureOverview } from '@plinth/core/feature/server'
import { postsAccess } from '../posts.access.ts'
import { postReference } from './post-rows.server.ts'
import { posts } from './posts.table.server.ts'

export const postsOverview: FeatureOverview = {
  steps: [
    {
      name: 'firstPost',
      order: 20,
      isFor: (actor) => may(actor, postsAccess.create),
      isDone: (db) =>
        sql<boolean>`exists (${db
          .select({ one: sql`1` })
          .from(posts)
          .where(eq(posts.createdById, sql.placeholder('userId')))})`,
    },
  ],
  activity: ['post.create', 'post.update', 'post.delete', 'post.restore'],
  targets: { post: postReference },
}
