import { ReadableStream as WebStream } from 'node:stream/web'
import { expect, test } from 'vitest'
import { runWithRequest, type RequestScope } from '#/log/request-scope.server.ts'
import { failureOf } from '@plinth/testing/failure-of.ts'
import { readBody } from './read-body.server.ts'

const MEGABYTE = 1024 * 1024
const part = Buffer.alloc(MEGABYTE - 1, 'a')

/** Sends a body of that owner, and its last byte once `goOn` resolves. */
function send(owner: string, first: Uint8Array, goOn: Promise<void> = Promise.resolve()) {
  const sent = Promise.withResolvers<void>()
  async function* body() {
    yield first
    sent.resolve()
    await goOn
    yield Buffer.from('a')
  }
  const stream = WebStream.from(body()) as ReadableStream<Uint8Array>
  const request = new Request('http://localhost/', {
    method: 'POST',
    body: stream,
    duplex: 'half',
  } as RequestInit)
  const received = runWithRequest({ owner } as RequestScope, () => readBody(request, MEGABYTE))
  return { sent: sent.promise, received }
}

test('bodies that do not end hold 64 MB together, and take no room from other owners', async () => {
  const over = Promise.withResolvers<void>()
  const small = send('192.0.2.1', Buffer.from('a'), over.promise)
  await small.sent
  const large = Array.from({ length: 100 }, () => send('198.51.100.1', part, over.promise))
  await Promise.all(large.map(({ sent }) => sent))
  const whole = await send('192.0.2.1', part).received
  expect(whole?.length).toBe(MEGABYTE)
  over.resolve()
  expect((await small.received)?.length).toBe(2)
  const outcomes = await Promise.allSettled(large.map(({ received }) => received))
  expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(64)
  const [ended] = large.filter((_, at) => outcomes[at]?.status === 'rejected')
  expect(await failureOf(ended?.received ?? Promise.resolve())).toMatchObject({
    kind: 'unavailable',
    params: { retryAfterSeconds: 5 },
  })
})
