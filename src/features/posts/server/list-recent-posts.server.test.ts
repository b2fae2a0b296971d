import { expect, test } from 'vitest'
import { createTeam } from '@plinth/testing/factories.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { createPost } from '../posts.fixtures.ts'
import { listRecentPosts } from './list-recent-posts.server.ts'

const { db } = await openTestDatabase()

test('shows the newest five posts of the workspace that are not deleted', async () => {
  const { member, admin } = await createTeam(db)
  const foreign = await createTeam(db)
  await createPost(db, foreign.member)
  const minutesAgo = (minutes: number) => ({ createdAt: new Date(Date.now() - minutes * 60_000) })
  const ids: string[] = []
  for (let age = 1; age <= 6; age += 1) ids.push((await createPost(db, admin, minutesAgo(age))).id)
  await createPost(db, member, { deletedAt: new Date() })
  const posts = await listRecentPosts(makeContext(db, member))
  expect(posts.map((post) => post.id)).toEqual(ids.slice(0, 5))
})
