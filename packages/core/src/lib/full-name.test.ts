import { expect, test } from 'vitest'
import { firstNameOf, joinName, splitName } from './full-name.ts'

test.each([
  ['Nora Neu', 'Nora', 'Neu'],
  ['  Ana  de la Cruz ', 'Ana', 'de la Cruz'],
  ['Madonna', 'Madonna', ''],
  ['', '', ''],
])('%j is split into %j and %j, and joined again', (name, firstName, lastName) => {
  expect(splitName(name)).toEqual({ firstName, lastName })
  expect(joinName({ firstName, lastName })).toBe(name.trim().replaceAll('  ', ' '))
})

test('a user is addressed by the first name, known or not', () => {
  expect(firstNameOf({ firstName: 'Ana María', name: 'Ana María Cruz' })).toBe('Ana María')
  expect(firstNameOf({ firstName: null, name: 'Nora Neu' })).toBe('Nora')
  expect(firstNameOf({ name: 'Nora' })).toBe('Nora')
})
