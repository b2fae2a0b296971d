import { expect, test } from 'vitest'
import { codeIn } from './code-in.ts'

test.each([
  ['259447', '259447'],
  ['Acme 2FA code: 259447', '259447'],
  ['123 456', '123456'],
  ['123-456', '123456'],
  ['1 2 3 4 5 6', '123456'],
  ['٢٥٩٤٤٧', '259447'],
  ['२५९४४७', '259447'],
  ['１２３ ４５６', '123456'],
  ['Your code 3 259447, valid 10 minutes', '259447'],
  ['Ihr Code lautet 123 456.', '123456'],
  ['12345', undefined],
  ['1234567', undefined],
  ['no digits', undefined],
])('the code in %s', (text, code) => {
  expect(codeIn(text)).toBe(code)
})
