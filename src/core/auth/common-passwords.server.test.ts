import { expect, test } from 'vitest'
import { brand } from '#/lib/brand.ts'
import { isCommonPassword } from './common-passwords.server.ts'

test('words of this product make no password, whatever their case, digits and signs', () => {
  for (const word of [brand.name, 'Administrator', 'dashboard'])
    for (const password of [word, `${word}2026!`, `123-${word.toUpperCase()}`, [...word].join('.')])
      expect(isCommonPassword(password), password).toBe(true)
})

test('a sentence may hold such a word', () => {
  for (const password of [`seven ${brand.name} boats`, 'my dashboard is blue', '48151623420', 'ü'.repeat(9)])
    expect(isCommonPassword(password), password).toBe(false)
})
