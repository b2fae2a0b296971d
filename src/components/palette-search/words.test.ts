import { expect, test } from 'vitest'
import { hasWords, splitAtWords } from './words.ts'

test.each([
  ['Kiln opening', 'open kil', ['', 'Kil', 'n ', 'open', 'ing']],
  ['Crème brûlée', 'creme BRULEE', ['', 'Crème', ' ', 'brûlée']],
  ['Cre\u0300me', 'eme', ['Cr', 'e\u0300me']],
  ['banana', 'ana nan', ['b', 'anana']],
  ['a.b (c)', '.b (', ['a', '.b', ' ', '(', 'c)']],
  ['Kiln', '', ['Kiln']],
  ['Kiln', 'clay', ['Kiln']],
  ['🏺 Kiln', 'kiln', ['🏺 ', 'Kiln']],
  ['', 'kiln', ['']],
])('%j is split at %j', (text, typed, pieces) => {
  expect(splitAtWords(text, typed)).toEqual(pieces)
  expect(splitAtWords(text, typed).join('')).toBe(text)
})

test('a text has typed words in any order, without case and accents', () => {
  expect(hasWords('Crème brûlée', 'BRU creme')).toBe(true)
  expect(hasWords('Crème brûlée', 'creme clay')).toBe(false)
})
