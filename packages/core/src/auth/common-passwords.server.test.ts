import { expect, test } from 'vitest'
import { getBrand } from '#/brand.ts'
import { isCommonPassword } from './common-passwords.server.ts'

test('words of this product make no password, whatever their case, digits and signs', () => {
  for (const word of [getBrand().name, 'Administrator', 'dashboard'])
    for (const password of [word, `${word}2026!`, `123-${word.toUpperCase()}`, [...word].join('.')])
      expect(isCommonPassword(password), password).toBe(true)
})

test('a sentence may hold such a word', () => {
  for (const password of [
    `seven ${getBrand().name} boats`,
    'my dashboard is blue',
    '48151623420',
    'ü'.repeat(9),
  ])
    expect(isCommonPassword(password), password).toBe(false)
})
