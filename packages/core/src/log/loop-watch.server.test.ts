import { expect, test } from 'vitest'
import { cpuMsOf } from '@plinth/testing/cpu-time.ts'
import { LOOP_HOLD_MAX_MS, namedWork, watchLoop } from './loop-watch.server.ts'

const nextTicks = () => new Promise((resolve) => setTimeout(resolve, LOOP_HOLD_MAX_MS))

test('work that holds the event loop is logged by its name; work that waits or ended before is not', async () => {
  const lines: unknown[] = []
  const watch = watchLoop({ warn: (facts: object) => lines.push(facts) } as Parameters<typeof watchLoop>[0])
  await namedWork('sessions.list', async () => {})
  await namedWork('sessions.get', nextTicks)
  await nextTicks()
  expect(lines).toEqual([])
  await namedWork('account.search', async () => {
    let usedMs = 0
    while (usedMs < 2 * LOOP_HOLD_MAX_MS) usedMs += cpuMsOf(() => 'x'.repeat(1_000_000).split(''))
  })
  await nextTicks()
  watch.stop()
  expect(lines).toEqual([{ heldMs: expect.any(Number), procedures: ['account.search'] }])
})
