import { expect, test } from 'vitest'
import { emptyPost, postFields } from './posts.schema.ts'

test('the empty post has every field of the schema', () => {
  expect(Object.keys(emptyPost)).toEqual(Object.keys(postFields.shape))
})
