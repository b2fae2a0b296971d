import { expect, test } from 'vitest'
import { exportAddress, orderOf } from './users-request.ts'
import { usersSearch } from './users-search.ts'

test('an address says what is shown, and nonsense in it counts as nothing', () => {
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

test('the newest come first, names and addresses from A to Z, unless the address says otherwise', () => {
  expect(orderOf({})).toEqual({ sort: 'createdAt', direction: 'desc' })
  expect(orderOf({ sort: 'name' })).toEqual({ sort: 'name', direction: 'asc' })
  expect(orderOf({ sort: 'email', direction: 'desc' })).toEqual({ sort: 'email', direction: 'desc' })
})

test('the file holds what is filtered, in its order, and not only the page that is shown', () => {
  const address = exportAddress({ q: 'a&b', banned: false, sort: 'name', after: 'cursor', user: 'id1' })
  expect(Object.fromEntries(new URL(address, 'http://x').searchParams)).toEqual({
    search: 'a&b',
    banned: 'false',
    sort: 'name',
    direction: 'asc',
  })
})
