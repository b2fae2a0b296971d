import { expect, test } from 'vitest'
import { exportAddress, orderOf, sortedBy } from './users-request.ts'
import { usersSearch } from './users-search.ts'

test('parses search params and drops invalid ones', () => {
  const whole = {
    q: 'ada',
    role: 'admin',
    banned: false,
    verified: true,
    sort: 'email',
    direction: 'desc',
    after: 'abc',
    user: 'id1',
  }
  expect(usersSearch(whole)).toEqual(whole)
  expect(usersSearch({ q: 42 })).toEqual({ q: '42' })
  const nonsense = {
    q: ' ',
    role: 'owner',
    banned: 'yes',
    verified: 1,
    sort: 'password',
    direction: 'up',
    after: {},
    user: 'x'.repeat(65),
    more: 1,
  }
  expect(usersSearch(nonsense)).toEqual({})
  expect(usersSearch({ q: 'x'.repeat(101) })).toEqual({})
})

test('the order defaults to newest first, and to A to Z for names and addresses', () => {
  expect(orderOf({})).toEqual({ sort: 'createdAt', direction: 'desc' })
  expect(orderOf({ sort: 'name' })).toEqual({ sort: 'name', direction: 'asc' })
  expect(orderOf({ sort: 'email', direction: 'desc' })).toEqual({ sort: 'email', direction: 'desc' })
})

test("a press on a column's head sorts by it, the next one the other way round", () => {
  expect(sortedBy('name', {})).toEqual({ sort: 'name', direction: 'asc' })
  expect(sortedBy('name', { sort: 'name' })).toEqual({ sort: 'name', direction: 'desc' })
  expect(sortedBy('createdAt', {})).toEqual({ sort: 'createdAt', direction: 'asc' })
  expect(sortedBy('createdAt', { sort: 'name', direction: 'desc' })).toEqual({
    sort: 'createdAt',
    direction: 'desc',
  })
})

test('the export has the filter and the order, but not the page', () => {
  const address = exportAddress({ q: 'a&b', banned: false, sort: 'name', after: 'cursor', user: 'id1' })
  expect(Object.fromEntries(new URL(address, 'http://x').searchParams)).toEqual({
    search: 'a&b',
    banned: 'false',
    sort: 'name',
    direction: 'asc',
  })
})
