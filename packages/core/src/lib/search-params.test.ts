import { expect, test } from 'vitest'
import { listSearch, readSearch, upTo } from './search-params.ts'

const shapes = { q: upTo(5), role: ['admin', 'user'], banned: 'boolean' } as const
const read = (raw: Record<string, unknown>) =>
  readSearch<{ q?: string; role?: string; banned?: boolean }>(raw, shapes)

test('valid params are read: text is trimmed, numbers become digits, booleans stay', () => {
  expect(read({ q: ' ada ', role: 'user', banned: false })).toEqual({ q: 'ada', role: 'user', banned: false })
  expect(read({ q: 42 })).toEqual({ q: '42' })
})

test.each([
  {},
  { q: '' },
  { q: '   ' },
  { q: 'abcdef' },
  { q: ['ada'] },
  { q: { length: 3 } },
  { q: null },
  { q: true },
  { role: 'owner' },
  { role: 'length' },
  { banned: 'yes' },
  { banned: 1 },
  { other: 'ada' },
  JSON.parse('{"__proto__":"ada","constructor":"ada"}') as Record<string, unknown>,
])('invalid params are dropped: %j', (raw) => {
  expect(read(raw)).toEqual({})
})

test('a list is ordered and narrowed by what it offers, in both directions', () => {
  const search = listSearch(['title'], { state: ['new', 'old'], isDone: 'boolean', owner: 'id' })
  const given = { q: 'ada', sort: '-title', state: 'old', isDone: true, owner: 'u-1' }
  expect(search(given)).toEqual(given)
  expect(search({ sort: 'createdAt' })).toEqual({ sort: 'createdAt' })
  expect(search({ sort: 'state', state: 'gone', isDone: 'true', owner: 'a b' })).toEqual({})
})
