import { featureFixtures } from '../feature-fixtures.ts'
import type { HttpClient } from '../http-client.ts'

const [live] = featureFixtures.flatMap((feature) => feature.live ?? [])

/** Whether an installed feature has live updates. */
export const hasLiveUpdates = live !== undefined

export const livePath = `/api/trpc/${live?.subscription}?input=${encodeURIComponent('{"json":{}}')}`

/** Writes something that `openLiveStream` announces. */
export const writeSomething = (client: HttpClient) =>
  client.post(`/api/trpc/${live?.mutation}`, { json: live?.input })

/** An event without a name of its own; greetings and keep-alives have one. `data` is its JSON. */
export type LiveEvent = { id: string | undefined; data: string }

export type LiveStream = {
  /** Resolves with the next event. Rejects when the stream ends first. */
  next(): Promise<LiveEvent>
  /** Resolves when the server has ended the stream or is gone. */
  ended(): Promise<void>
  close(): Promise<void>
}

/** Follows a live update and waits for its first event. Undefined without a feature that has one. */
export async function openLiveStream(url: string, cookie: string): Promise<LiveStream | undefined> {
  if (!live) return undefined
  const stream = await openEvents(url + livePath, { cookie })
  await stream.next()
  return stream
}

/** Opens a stream of server-sent events as a browser does. */
export async function openEvents(url: string, headers: Record<string, string>): Promise<LiveStream> {
  const gone = new AbortController()
  const answer = await fetch(url, {
    headers: { ...headers, accept: 'text/event-stream' },
    signal: gone.signal,
  })
  if (!answer.ok || !answer.body)
    throw new Error(`The stream answered ${answer.status}: ${await answer.text()}`)
  const events = eventsOf(answer.body)
  return {
    async next() {
      const { value, done } = await events.next()
      if (done) throw new Error('The stream has ended')
      return value
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
}

async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<LiveEvent, void, void> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const part of body) {
    text += decoder.decode(part, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1]
      const data = field('data')
      if (data !== undefined && field('event') === undefined) yield { id: field('id'), data }
    }
  }
}
