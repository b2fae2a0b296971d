import { expect, test } from 'vitest'
import { keyed, merged, uniquelyNamed } from './merged.ts'

test('two features with one name, or with one name in a slot, are an error that names them', () => {
  const features = [{ name: 'posts' }, { name: 'notes' }]
  expect(uniquelyNamed(features)).toBe(features)
  expect(() => uniquelyNamed([...features, { name: 'posts' }])).toThrow('Two features are named posts')
  expect(merged('the command', [{ name: 'posts', entries: keyed(['/post'], String) }])).toEqual({
    '/post': '/post',
  })
  expect(() =>
    merged('the command', [
      { name: 'posts', entries: { '/post': 1 } },
      { name: 'notes', entries: { '/note': 2, '/post': 3 } },
    ]),
  ).toThrow('The features posts and notes both bring the command /post')
})

test('a list with one key twice is an error that names it', () => {
  expect(() => keyed([{ id: 'theme' }, { id: 'theme' }], ({ id }) => id)).toThrow(
    'A feature brings theme twice',
  )
})
