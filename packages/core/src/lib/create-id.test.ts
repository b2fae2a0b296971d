import { expect, test } from 'vitest'
import { createId } from './create-id.ts'

test('ids sort in the order of their creation, even within a millisecond', () => {
  const ids = Array.from({ length: 1000 }, () => createId())
  expect(ids.toSorted()).toEqual(ids)
  expect(ids.every((id) => /^[0-9a-z]{24}$/.test(id))).toBe(true)
})
