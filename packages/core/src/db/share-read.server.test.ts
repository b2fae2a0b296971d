import { expect, test } from 'vitest'
import { shareRead } from './share-read.server.ts'

test('calls in one turn share a read that starts after all of them; a later call reads again', async () => {
  let value = 0
  let reads = 0
  const read = async () => ({ value, number: ++reads })
  const first = shareRead('one', read)
  value = 1
  const second = shareRead('one', read)
  const other = shareRead('two', read)
  expect(await first).toEqual({ value: 1, number: 1 })
  expect(await second).toBe(await first)
  expect((await other).number).toBe(2)
  expect((await shareRead('one', read)).number).toBe(3)
})

test('a failure reaches every caller, and the next call reads again', async () => {
  const broken = async () => Promise.reject(new Error('away'))
  await Promise.all([
    expect(shareRead('one', broken)).rejects.toThrow('away'),
    expect(shareRead('one', broken)).rejects.toThrow('away'),
  ])
  expect(await shareRead('one', async () => 'back')).toBe('back')
})
