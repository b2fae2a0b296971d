import { expect, test } from 'vitest'
import { emptyPost, fieldsOfPost, postFields } from './posts.schema.ts'

test('a draft from before a field existed has the empty one, and nothing that is no field', () => {
  expect(fieldsOfPost({ title: 'A title', content: 7, id: 'x' })).toEqual({ title: 'A title', content: '' })
})

test('the empty post has every field of the schema', () => {
  expect(Object.keys(emptyPost)).toEqual(Object.keys(postFields.shape))
})
