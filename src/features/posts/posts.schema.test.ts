import { expect, test } from 'vitest'
import { emptyPost, fieldsOfPost, postFields } from './posts.schema.ts'

test('an outdated draft keeps only known fields; missing and invalid ones are empty', () => {
  expect(fieldsOfPost({ title: 'A title', content: 7, id: 'x' })).toEqual({ title: 'A title', content: '' })
})

test('the empty post has every field of the schema', () => {
  expect(Object.keys(emptyPost)).toEqual(Object.keys(postFields.shape))
})
