import { expect, test } from 'vitest'
import { postsSettings } from './sweep-posts.server.ts'

test('RETENTION_DAYS_POSTS needs a valid number of days', () => {
  expect(() => postsSettings.parse({ RETENTION_DAYS_POSTS: '-1' })).toThrow('RETENTION_DAYS_POSTS')
})
