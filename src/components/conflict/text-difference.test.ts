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

test('answers at once for texts of 50,000 characters that share nothing', () => {
  const one = Array.from({ length: 8_000 }, (_, at) => `a${at}`).join(' ')
  const other = Array.from({ length: 8_000 }, (_, at) => `b${at}`).join(' ')
  const began = performance.now()
  expect(differenceOf(one, other)[0]).toHaveLength(1)
  expect(performance.now() - began).toBeLessThan(1_000)
})
