import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callingAs, FairShare, type Leave } from './fair-share.server.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const TIMEOUT_MS = 5_000
const enter = async (share: FairShare): Promise<Leave> => callingAs('sign-up', () => share.enter())

/** A share whose only caller has all it gets, and more calls of it that wait. */
async function crowded(waiting: number) {
  const share = new FairShare(3, TIMEOUT_MS)
  const held = [await enter(share)]
  const outcomes: string[] = []
  const served: Leave[] = []
  for (let at = 0; at < waiting; at++) {
    enter(share).then(
      (leave) => void served.push(leave),
      () => void outcomes.push('rejected'),
    )
  }
  await vi.advanceTimersByTimeAsync(0)
  return { share, held: [...held, ...served.splice(0)], served, outcomes }
}

test('callers keep their place in the queue while it moves, however slow the database is', async () => {
  const { held, served, outcomes } = await crowded(4)
  for (let round = 0; round < 4; round++) {
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS - 1)
    ;(held.shift() ?? served.shift())?.(false)
    await vi.advanceTimersByTimeAsync(0)
  }
  expect(outcomes).toEqual([])
})

test('a statement that succeeds keeps the places of those who wait for the end of a long transaction', async () => {
  const { share, held, served, outcomes } = await crowded(2)
  for (let statement = 0; statement < 4; statement++) {
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS - 1)
    callingAs('sign-up', () => share.moved())
  }
  held[0]?.(false)
  await vi.advanceTimersByTimeAsync(0)
  expect([served.length, outcomes]).toEqual([1, []])
})

test('a lock that held one up ends the wait of all that have waited for the timeout', async () => {
  const { share, held, outcomes } = await crowded(3)
  await vi.advanceTimersByTimeAsync(TIMEOUT_MS - 1)
  callingAs('sign-up', () => share.moved())
  await vi.advanceTimersByTimeAsync(1)
  expect(outcomes).toEqual([])
  held[0]?.(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(outcomes).toEqual(['rejected', 'rejected'])
})

test('callers wait no longer than the timeout when nothing of theirs succeeds, and never half a minute', async () => {
  const stuck = await crowded(3)
  await vi.advanceTimersByTimeAsync(TIMEOUT_MS - 1)
  stuck.held[0]?.(true)
  await vi.advanceTimersByTimeAsync(1)
  // The third got the place of the one that failed.
  expect(stuck.outcomes).toEqual(['rejected', 'rejected'])

  const slow = await crowded(20)
  for (let second = 0; second < 40; second += 4) {
    await vi.advanceTimersByTimeAsync(4_000)
    ;(slow.held.shift() ?? slow.served.shift())?.(false)
  }
  expect(slow.outcomes).toHaveLength(20 - 7)
})
