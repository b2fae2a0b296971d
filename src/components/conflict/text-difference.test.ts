import { expect, test } from 'vitest'
import { differenceOf, type Piece } from './text-difference.ts'

const marked = (pieces: readonly Piece[]) =>
  pieces.map(({ text, isOwn }) => (isOwn ? `[${text}]` : text)).join('')
const compare = (one: string, other: string) => differenceOf(one, other).map(marked)

test('marks the words that the other text lacks', () => {
  expect(compare('Doors open at 6 pm', 'Doors open at half past 6 am')).toEqual([
    'Doors open at 6 [pm]',
    'Doors open at [half past ]6 [am]',
  ])
  expect(compare('same', 'same')).toEqual(['same', 'same'])
  expect(compare('', 'New')).toEqual(['', '[New]'])
})

test('marks neighboring words as one passage', () => {
  expect(compare('a b c', 'x y c')).toEqual(['[a b] c', '[x y] c'])
})

test('cuts long passages that both share, around what differs', () => {
  const long = 'shared words '.repeat(100)
  const [mine] = compare(`${long}mine ${long}`, `${long}theirs ${long}`)
  expect(mine).toMatch(/^ … .*\[mine\].* … $/s)
  expect(mine?.length).toBeLessThan(300)
})

test('cuts them where the language has no spaces, too', () => {
  const [mine] = compare(`${'字'.repeat(500)} mine`, `${'字'.repeat(500)} theirs`)
  expect(mine).toMatch(/^ …字+ \[mine\]$/)
  expect(mine?.length).toBeLessThan(150)
})

test('marks the middle as a whole where comparing each word would take long', () => {
  const one = Array.from({ length: 8_000 }, (_, at) => `a${at}`).join(' ')
  const other = Array.from({ length: 8_000 }, (_, at) => `b${at}`).join(' ')
  expect(differenceOf(`same ${one} end`, `same ${other} end`)[0]).toHaveLength(3)
})
