import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fuseRanks } from './fuse-ranks.ts'

test('an id in both rankings precedes one in a single ranking at the same rank, and the first of both scores 1', () => {
  expect(
    fuseRanks([
      ['a', 'b', 'c'],
      ['a', 'd', 'c'],
    ]).map(({ id }) => id),
  ).toEqual(['a', 'c', 'b', 'd'])
  expect(fuseRanks([['a'], ['a']])).toEqual([{ id: 'a', score: 1 }])
  expect(fuseRanks([['a'], []])).toEqual([{ id: 'a', score: 0.5 }])
  expect(fuseRanks([[], []])).toEqual([])
})

test('each id is returned once, best first, with a score above 0 and up to 1', () => {
  const ranking = fc.uniqueArray(fc.constantFrom(...'abcdefghij'))
  fc.assert(
    fc.property(ranking, ranking, (one, other) => {
      const fused = fuseRanks([one, other])
      expect(fused.map(({ id }) => id).toSorted()).toEqual([...new Set([...one, ...other])].toSorted())
      const scores = fused.map(({ score }) => score)
      expect(scores).toEqual(scores.toSorted((a, b) => b - a))
      expect(scores.every((score) => score > 0 && score <= 1)).toBe(true)
      // Ids in one ranking only keep their order.
      const only = one.filter((id) => !other.includes(id))
      expect(fused.map(({ id }) => id).filter((id) => only.includes(id))).toEqual(only)
    }),
  )
})
