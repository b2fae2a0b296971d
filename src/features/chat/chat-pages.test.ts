import { expect, test } from 'vitest'
import { chatSearch } from './chat-pages.ts'

test('only a valid thread id is read from the URL', () => {
  expect(chatSearch({ thread: '0mwqc-a_1' })).toEqual({ thread: '0mwqc-a_1' })
  for (const thread of [
    '',
    '.',
    '..',
    'a/b',
    'a:b',
    'a b',
    '../x',
    'x'.repeat(65),
    undefined,
    null,
    ['a'],
    { a: 1 },
  ])
    expect(chatSearch({ thread })).toEqual({})
})
