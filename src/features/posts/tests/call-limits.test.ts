import { expect, test } from 'vitest'
import { sharedApp } from '@plinth/testing/http/open-app.ts'
import { signUp } from '@plinth/testing/http/users.ts'

const app = await sharedApp()

test('posts.create makes 60 posts a minute per user across workspaces, and returns the result of a repeated key within the limit', async () => {
  const { client } = await signUp(app)
  const create = (more = {}) =>
    client.post('/api/trpc/posts.create', { json: { title: 'One', content: 'More', ...more } })
  const repeats = await Promise.all(
    Array.from({ length: 10 }, async () => (await create({ idempotencyKey: 'the-one-key' })).text()),
  )
  expect(new Set(repeats.map((text) => /"id":"([^"]+)"/.exec(text)?.[1])).size).toBe(1)
  const statuses = await Promise.all(Array.from({ length: 60 }, async () => (await create()).status))
  expect([
    statuses.filter((status) => status === 200).length,
    statuses.filter((status) => status === 429).length,
  ]).toEqual([50, 10])
  expect((await create({ idempotencyKey: 'the-one-key' })).status).toBe(429)
})
