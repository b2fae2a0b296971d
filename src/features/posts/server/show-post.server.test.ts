import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Actor } from '@plinth/core/access'
import { createTeam } from '@plinth/testing/factories.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { createPost } from '../posts.fixtures.ts'
import { posts } from './posts.table.server.ts'
import { showPost } from './show-post.server.ts'

const { db } = await openTestDatabase()

test('its page has it parsed, and its text only for who may edit it', async () => {
  const { owner, member } = await createTeam(db)
  const { id } = await createPost(db, owner, { content: 'A *word*' })
  const show = (actor: Actor) => showPost(makeContext(db, actor), { id })
  const contentTree = JSON.stringify([['p', {}, 'A ', ['em', {}, 'word']]])
  expect(await show(owner)).toMatchObject({ content: 'A *word*', contentTree })
  expect(await show(member)).toMatchObject({ content: null, contentTree })
  await db.update(posts).set({ contentTree: null }).where(eq(posts.id, id))
  expect(await show(member)).toMatchObject({
    contentTree: JSON.stringify([['as-written', {}, 'A *word*']]),
  })
})
