import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { actorOf, createUser } from '@plinth/testing/factories.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { createPost } from '../posts.fixtures.ts'
import { posts } from './posts.table.server.ts'
import { postsSettings, sweepPosts } from './sweep-posts.server.ts'

const { db } = await openTestDatabase()

test('a deleted post is removed after its number of days and not before, by the clock of the database', async () => {
  const ada = actorOf(await createUser(db))
  const [used, fresh] = [await createPost(db, ada), await createPost(db, ada, { deletedAt: new Date() })]
  await createPost(db, ada, { deletedAt: new Date() })
  await db.execute(sql`
    update post set deleted_at = now() - make_interval(days => case id when ${fresh.id} then 29 else 31 end)
    where deleted_at is not null`)
  expect(await sweepPosts(db, { days: 30 })).toBe(1)
  const left = await db.select({ id: posts.id }).from(posts)
  expect(new Set(left.map(({ id }) => id))).toEqual(new Set([used.id, fresh.id]))
})

test('RETENTION_DAYS_POSTS needs a valid number of days', () => {
  expect(() => postsSettings.parse({ RETENTION_DAYS_POSTS: '-1' })).toThrow('RETENTION_DAYS_POSTS')
})
