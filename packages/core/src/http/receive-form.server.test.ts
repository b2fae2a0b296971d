import { ReadableStream as WebStream } from 'node:stream/web'
import { describe, expect, test } from 'vitest'
import { failureOf } from '@plinth/testing/failure-of.ts'
import { receiveForm } from './receive-form.server.ts'

const MEGABYTE = 1024 * 1024
const rule = { maxBytes: 20 * MEGABYTE }
const HEAD = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
const part = Buffer.alloc(MEGABYTE, 'a')

/** Stores nothing: only what is received counts here. */
async function hold(source: AsyncIterable<Uint8Array>, { name }: { name: string }) {
  for await (const _ of source);
  return { file: new File([], name), release: async () => {} }
}

/** Starts an upload that sends some megabytes of the 20 it claims, and the rest once `goOn` resolves. */
function upload(userId: string, { megabytes = 0, goOn = new Promise<void>(() => {}) } = {}) {
  const sent = Promise.withResolvers<void>()
  async function* body() {
    yield Buffer.from(HEAD)
    for (let count = 0; count < megabytes; count++) yield part
    sent.resolve()
    await goOn
    yield Buffer.from('\r\n--b--\r\n')
  }
  const headers = {
    'content-type': 'multipart/form-data; boundary=b',
    'content-length': String(20 * MEGABYTE),
  }
  const stream = WebStream.from(body()) as ReadableStream<Uint8Array>
  const init = { method: 'POST', headers, body: stream, duplex: 'half' as const }
  const received = receiveForm(new Request('http://localhost/', init), { rule, userId, hold })
  return { sent: sent.promise, received }
}

const uploadWhole = async (userId: string, megabytes = 1) =>
  (await upload(userId, { megabytes, goOn: Promise.resolve() }).received).release()

describe('uploads', () => {
  test('that only claim a size take nothing from others, and two per user may run', async () => {
    const over = Promise.withResolvers<void>()
    const idle = Array.from({ length: 60 }, (_, at) => upload(`idle${at >> 1}`, { goOn: over.promise }))
    await Promise.all(idle.map(({ sent }) => sent))
    await uploadWhole('newcomer')
    expect(await failureOf(uploadWhole('idle1'))).toMatchObject({ code: 'errors:tooManyUploads' })
    over.resolve()
    for (const { received } of idle) await (await received).release()
    await uploadWhole('idle1')
  })

  test('beyond the total end the largest one of the user who has sent most, not the newest', async () => {
    const over = Promise.withResolvers<void>()
    const large = Array.from({ length: 26 }, (_, at) =>
      upload(`large${at >> 1}`, { megabytes: 19, goOn: over.promise }),
    )
    await Promise.all(large.map(({ sent }) => sent))
    const ended = Promise.race(large.map(({ received }) => failureOf(received)))
    for (let count = 0; count < 20; count++) {
      const more = upload(`small${count}`, { megabytes: 1, goOn: over.promise })
      await more.sent
      large.push(more)
    }
    expect(await ended).toMatchObject({ kind: 'unavailable', params: { retryAfterSeconds: 5 } })
    await uploadWhole('newcomer', 2)
    over.resolve()
    const outcomes = await Promise.allSettled(large.map(({ received }) => received))
    const kept = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(kept.length).toBeGreaterThanOrEqual(large.length - 2)
    expect(outcomes.slice(26).map(({ status }) => status)).toEqual(
      Array.from({ length: 20 }, () => 'fulfilled'),
    )
    for (const one of kept) await one.release()
  })
})
