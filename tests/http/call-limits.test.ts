import { beforeAll, expect, test } from 'vitest'
import { createId } from '#/lib/create-id.ts'
import { sharedApp, type AppUnderTest } from '../support/http/open-app.ts'
import { signUp } from '../support/http/users.ts'

let app: AppUnderTest
beforeAll(async () => {
  app = await sharedApp()
})

test('past its limit a mutation returns 429 with Retry-After, valid or not; other calls of the user and other users are served', async () => {
  const [{ client }, { client: other }] = [await signUp(app), await signUp(app)]
  const reindex = (by = client) => by.post('/api/trpc/documents.reindex', { json: { id: createId() } })
  const statuses = await Promise.all(Array.from({ length: 30 }, async () => (await reindex()).status))
  expect([
    statuses.filter((status) => status === 404).length,
    statuses.filter((status) => status === 429).length,
  ]).toEqual([20, 10])
  const refused = await reindex()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await reindex(other)).status).toBe(404)
  expect(
    (await client.post('/api/trpc/posts.create', { json: { title: 'One', content: 'More' } })).status,
  ).toBe(200)
})

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
