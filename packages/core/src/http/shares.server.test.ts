import { describe, expect, test } from 'vitest'
import { Shares } from './shares.server.ts'

const unavailable = expect.objectContaining({ kind: 'unavailable', params: { retryAfterSeconds: 5 } })
const ten = () => new Shares({ total: 10, retryAfterSeconds: 5 })

/** Takes a share, and notes under that name when it has to give way. */
function taker(shares: Shares) {
  const ended: string[] = []
  const take = (name: string, amount: number) =>
    shares.enter(name.slice(0, 1), amount, () => ended.push(name))
  return { take, ended }
}

describe('when all is taken', () => {
  test('the owner of most gives way with the largest share', () => {
    const shares = ten()
    const { take, ended } = taker(shares)
    take('a1', 2)
    take('a2', 4)
    const small = take('b1', 3)
    small.set(4)
    expect([ended, shares.taken]).toEqual([[], 10])
    small.set(5)
    expect([ended, shares.taken]).toEqual([['a2'], 7])
  })

  test('of equal shares the one that was active least recently gives way', () => {
    const { take, ended } = taker(ten())
    const [first] = [take('a1', 5), take('a2', 5)]
    first.markActive()
    take('b1', 1)
    expect(ended).toEqual(['a2'])
  })

  test('who asks gives way if nobody holds more', () => {
    const { take, ended } = taker(ten())
    const mine = take('a1', 5)
    take('b1', 5)
    expect(() => take('c1', 6)).toThrow(unavailable)
    mine.set(6)
    expect(ended).toEqual(['a1'])
  })

  test('a share that is kept never gives way', () => {
    const shares = ten()
    const { take, ended } = taker(shares)
    take('a1', 8).keep()
    take('b1', 2)
    expect(() => shares.enter('c', 2)).toThrow(unavailable)
    take('b2', 0).set(1)
    expect(ended).toEqual(['b1'])
  })
})

test('an owner may have as many shares as the rules say, again after one is left, which happens once', () => {
  const perOwner = { max: 2, code: 'errors:tooManyUploads', retryAfterSeconds: 2 }
  const shares = new Shares({ total: 10, retryAfterSeconds: 5, perOwner })
  const [first] = [shares.enter('a', 1), shares.enter('a', 1)]
  expect(() => shares.enter('a', 1)).toThrow(
    expect.objectContaining({ kind: 'limit', params: { max: 2, retryAfterSeconds: 2 } }),
  )
  first.leave()
  first.leave()
  first.set(9)
  expect(shares.taken).toBe(1)
  shares.enter('a', 1)
})
