import { expect, test } from 'vitest'
import { fromHit, hasWords, splitAtWords } from './words.ts'

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

test('a long text is shown from a few words before the first typed one', () => {
  expect(fromHit('Glaze for the kiln', 'kiln')).toBe('Glaze for the kiln')
  expect(fromHit('Whoever opens the door before noon cools the kiln', 'kiln')).toBe(
    '…door before noon cools the kiln',
  )
})
