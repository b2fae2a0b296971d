import { expect, test } from 'vitest'
import { failureOf } from '@plinth/testing/failure-of.ts'
import { inTurn } from './request-turns.server.ts'

/** Begins requests of an owner that run until `end`. */
function ask(owner: string, count: number) {
  const { signal, abort } = controlled()
  const over = Promise.withResolvers<void>()
  const running = { count: 0 }
  const answers = Array.from({ length: count }, () =>
    inTurn({ owner, signal }, async () => {
      running.count += 1
      await over.promise
      return 'answer'
    }),
  )
  for (const answer of answers) answer.catch(() => {})
  return { answers, running, end: over.resolve, leave: abort }
}
function controlled() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}

test('requests of one owner wait for each other, and not those of others', async () => {
  const many = ask('a', 100)
  const other = ask('b', 1)
  expect([many.running.count, other.running.count]).toEqual([32, 1])
  other.end()
  many.end()
  expect(new Set(await Promise.all(many.answers))).toEqual(new Set(['answer']))
  expect(many.running.count).toBe(100)
})

test('requests whose client leaves while they wait never run', async () => {
  const many = ask('a', 40)
  many.leave()
  many.end()
  const outcomes = await Promise.allSettled(many.answers)
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(8)
  expect(many.running.count).toBe(32)
})

test('with a thousand in flight the owner of most loses one, and everybody else is served', async () => {
  const many = ask('a', 1_000)
  expect(await failureOf(ask('a', 1).answers[0] ?? Promise.resolve())).toMatchObject({
    kind: 'unavailable',
    params: { retryAfterSeconds: 2 },
  })
  const other = ask('b', 1)
  other.end()
  expect(await other.answers[0]).toBe('answer')
  many.end()
  const outcomes = await Promise.allSettled(many.answers)
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1)
})
