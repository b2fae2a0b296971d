import { featureFixtures } from '../feature-fixtures.ts'
import type { HttpClient } from '../http-client.ts'

const [live] = featureFixtures.flatMap((feature) => feature.live ?? [])

/** Whether an installed feature has live updates. */
export const hasLiveUpdates = live !== undefined

export const livePath = `/api/trpc/${live?.subscription}?input=${encodeURIComponent('{"json":{}}')}`

/** Writes something that `openLiveStream` announces. */
export const writeSomething = (client: HttpClient) =>
  client.post(`/api/trpc/${live?.mutation}`, { json: live?.input })

export type LiveStream = {
  /** Resolves with the next event. Rejects when the stream ends first. */
  next(): Promise<void>
  /** Resolves when the server has ended the stream or is gone. */
  ended(): Promise<void>
  close(): Promise<void>
}

/** Follows a live update and waits for its first event. Undefined without a feature that has one. */
export async function openLiveStream(url: string, cookie: string): Promise<LiveStream | undefined> {
  if (!live) return undefined
  const gone = new AbortController()
  const headers = { cookie, accept: 'text/event-stream' }
  const answer = await fetch(url + livePath, { headers, signal: gone.signal })
  if (!answer.ok || !answer.body)
    throw new Error(`The stream answered ${answer.status}: ${await answer.text()}`)
  const events = eventsOf(answer.body)
  const stream: LiveStream = {
    async next() {
      if ((await events.next()).done) throw new Error('The stream has ended')
    },
    async ended() {
      try {
        while (!(await events.next()).done);
      } catch {
        // A broken connection has ended too.
      }
    },
    async close() {
      gone.abort()
      await events.next().catch(() => {})
    },
  }
  await stream.next()
  return stream
}

async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<void, void, void> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const part of body) {
    text += decoder.decode(part, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    // Greetings and keep-alives are named.
    for (const block of blocks) if (/^data:/m.test(block) && !/^event:/m.test(block)) yield
  }
}
