import { afterAll, expect, test } from 'vitest'
import { openLive } from '@plinth/core/internal/realtime/live.server.ts'
import { createTeam } from '@plinth/testing/factories.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { openTestDatabase, testLog } from '@plinth/testing/test-database.ts'
import { createPost } from './create-post.server.ts'
import { deletePost } from './delete-post.server.ts'
import { postRows } from './post-rows.server.ts'
import { updatePost } from './update-post.server.ts'

const { db, connection } = await openTestDatabase()
const live = openLive(connection, testLog)
afterAll(() => live.close())

test('each change by any member is announced to those who follow the posts', async () => {
  const { owner, member } = await createTeam(db)
  const ctx = makeContext(db, owner)
  const end = new AbortController()
  const signals = postRows.changes(makeContext(db, member, { live, signal: end.signal }))
  const text = { title: 'A title', content: 'Some content' }
  await signals.next()
  const { id } = await createPost(ctx, text)
  for (const next of [
    () => updatePost(ctx, { id, ...text }),
    () => deletePost(ctx, { id }),
    () => Promise.resolve(end.abort()),
  ]) {
    expect((await signals.next()).done).toBe(end.signal.aborted)
    await next()
  }
})
