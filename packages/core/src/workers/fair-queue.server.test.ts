import { expect, test } from 'vitest'
import { AppError } from '#/lib/app-error.ts'
import { FairQueue, WAITING_MAX } from './fair-queue.server.ts'

const { signal } = new AbortController()

/** A queue whose work ends when it is told to, and the names of what has begun. */
function openQueue(places: number) {
  const queue = new FairQueue(places)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const add = (account: string, name: string, given = signal) =>
    queue.run(account, given, async () => {
      begun.push(name)
      await new Promise<void>((resolve) => ends.set(name, resolve))
      // What is charged is more than nothing.
      const from = performance.now()
      while (performance.now() - from < 2);
    })
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  const end = async (name: string) => {
    ends.get(name)?.()
    await settled()
  }
  return { add, end, begun, settled }
}

test('an account holds one place; who comes later is not behind the rest of its work', async () => {
  const { add, end, begun, settled } = openQueue(2)
  const all = [add('slow', 'slow0'), add('slow', 'slow1'), add('slow', 'slow2')]
  all.push(add('other', 'other0'))
  await settled()
  expect(begun).toEqual(['slow0', 'other0'])
  all.push(add('third', 'third0'))
  await end('slow0')
  expect(begun).toEqual(['slow0', 'other0', 'third0'])
  await end('third0')
  await end('slow1')
  await end('slow2')
  await end('other0')
  expect(begun).toEqual(['slow0', 'other0', 'third0', 'slow1', 'slow2'])
  await Promise.all(all)
})

test('what is aborted leaves the queue, and more than 20 of an account do not wait', async () => {
  const { add, end, begun } = openQueue(1)
  const first = add('one', 'first')
  const left = new AbortController()
  const waiting = Array.from({ length: WAITING_MAX }, (_, at) =>
    add('two', `two${at}`, at === 0 ? left.signal : signal),
  )
  await expect(add('two', 'more')).rejects.toMatchObject({
    kind: 'limit',
    code: 'errors:tooManyWaiting',
    params: { retryAfterSeconds: 5 },
  } satisfies Partial<AppError>)
  left.abort(new Error('left'))
  await expect(waiting[0]).rejects.toThrow('left')
  const last = add('two', 'last')
  await end('first')
  for (let at = 1; at < WAITING_MAX; at++) await end(`two${at}`)
  await end('last')
  await Promise.all([first, ...waiting.slice(1), last])
  expect(begun).not.toContain('two0')
  expect(begun.at(-1)).toBe('last')
})
