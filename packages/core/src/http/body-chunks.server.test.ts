import { setTimeout as pause } from 'node:timers/promises'
import { ReadableStream as WebStream } from 'node:stream/web'
import { describe, expect, test } from 'vitest'
import { failureOf } from '@plinth/testing/failure-of.ts'
import { bodyChunks } from './body-chunks.server.ts'

const patienceMs = 200

async function read(parts: AsyncIterable<Uint8Array>): Promise<number> {
  const body = WebStream.from(parts) as ReadableStream<Uint8Array>
  let bytes = 0
  for await (const chunk of bodyChunks(body, { patienceMs })) bytes += chunk.byteLength
  return bytes
}

/** Sends parts of `bytes` for as long as the reader takes them, but at most `count`. */
async function* dribble(bytes: number, count = Infinity): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < count; sent++) {
    yield new Uint8Array(bytes)
    await pause(patienceMs / 20)
  }
}

describe('a body', () => {
  test('of which nothing arrives any more ends as stalled', async () => {
    async function* silent() {
      yield new Uint8Array(100_000)
      await new Promise(() => {})
    }
    expect(await failureOf(read(silent()))).toMatchObject({ kind: 'invalid', code: 'errors:stalled' })
  })

  test('that arrives byte by byte ends as stalled', async () => {
    expect(await failureOf(read(dribble(1)))).toMatchObject({ code: 'errors:stalled' })
  })

  test('that arrives slowly is received whole, however long it takes', async () => {
    expect(await read(dribble(10_000, 60))).toBe(600_000)
  })

  test('waits for a slow reader', async () => {
    const body = WebStream.from([new Uint8Array(1), new Uint8Array(1)]) as ReadableStream<Uint8Array>
    let bytes = 0
    for await (const chunk of bodyChunks(body, { patienceMs })) {
      await pause(patienceMs * 2)
      bytes += chunk.byteLength
    }
    expect(bytes).toBe(2)
  })
})
