import { expect, test } from 'vitest'
import { reachedTests } from './tests-of-change.mjs'

const posts = 'src/features/posts'

test('server-only code reaches HTTP tests, page-only code reaches journeys, other code reaches both', () => {
  const server = reachedTests(['src/features/chat/server/stop-thread.server.ts'])
  expect([server.http.length > 1, server.journeys]).toEqual([true, []])
  expect(reachedTests([`${posts}/ui/post-list.tsx`])).toMatchObject({
    http: [],
    journeys: ['e2e/posts.spec.ts'],
  })
  const both = reachedTests(['src/features/chat/chat.access.ts'])
  expect([both.http, both.journeys].map((files) => files.length > 1)).toEqual([true, true])
})

test('a change in slices reaches their matrix rows; one outside reaches all rows and possibly other journeys', () => {
  expect(reachedTests([`${posts}/posts.schema.ts`])).toMatchObject({ slices: ['posts'], isShared: false })
  expect(reachedTests(['src/core/db/database.server.ts'])).toMatchObject({
    slices: undefined,
    isShared: true,
  })
})

test('a changed test is selected itself', () => {
  expect(reachedTests(['e2e/home.spec.ts'])).toMatchObject({ http: [], journeys: ['e2e/home.spec.ts'] })
})
