import type { Todo } from '../todos.schema.ts'

export type TodoEvent = { lastEventId: string; isWhole: boolean; changed: Todo[]; deleted: string[] }

export type TodoStream = {
  /**
   * Returns the next event that matches the condition and skips those before it. Rejects when the stream ends
   * first.
   */
  until(isWanted: (event: TodoEvent) => boolean): Promise<TodoEvent>
  /** Resolves when the server has ended the stream or is gone. */
  ended(): Promise<void>
  close(): Promise<void>
}

/** Follows the to-dos like a browser that has seen events up to `lastEventId`, over server-sent events. */
export async function openStream(url: string, cookie: string, lastEventId?: string): Promise<TodoStream> {
  const gone = new AbortController()
  const answer = await fetch(
    `${url}/api/trpc/todos.changes?input=${encodeURIComponent(JSON.stringify({ json: {} }))}`,
    {
      headers: {
        cookie,
        accept: 'text/event-stream',
        ...(lastEventId ? { 'last-event-id': lastEventId } : {}),
      },
      signal: gone.signal,
    },
  )
  if (!answer.ok || !answer.body)
    throw new Error(`The stream answered ${answer.status}: ${await answer.text()}`)
  const events = eventsOf(answer.body)
  return {
    async until(isWanted) {
      for (;;) {
        const { value, done } = await events.next()
        if (done) throw new Error('The stream has ended')
        if (isWanted(value)) return value
      }
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

async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<TodoEvent, void, void> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const part of body) {
    text += decoder.decode(part, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1]
      const id = field('id')
      const { json } = JSON.parse(field('data') || '{}') as { json?: Omit<TodoEvent, 'lastEventId'> }
      // Greetings and keep-alives carry no id.
      if (id !== undefined && json) yield { lastEventId: id, ...json }
    }
  }
}
