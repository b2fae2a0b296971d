import { openEvents, type LiveStream } from '@plinth/testing/http/live-stream.ts'
import type { Todo } from '../todos.schema.ts'

export type TodoEvent = { lastEventId: string; isWhole: boolean; changed: Todo[]; deleted: string[] }

export type TodoStream = Pick<LiveStream, 'ended' | 'close'> & {
  /**
   * Returns the next event that matches the condition and skips those before it. Rejects when the stream ends
   * first.
   */
  until(isWanted: (event: TodoEvent) => boolean): Promise<TodoEvent>
}

/** Follows the to-dos like a browser that has seen events up to `lastEventId`, over server-sent events. */
export async function openStream(url: string, cookie: string, lastEventId?: string): Promise<TodoStream> {
  const stream = await openEvents(
    `${url}/api/trpc/todos.changes?input=${encodeURIComponent('{"json":{}}')}`,
    {
      cookie,
      ...(lastEventId ? { 'last-event-id': lastEventId } : {}),
    },
  )
  return {
    ...stream,
    async until(isWanted) {
      for (;;) {
        const { id = '', data } = await stream.next()
        const { json } = JSON.parse(data) as { json: Omit<TodoEvent, 'lastEventId'> }
        const event = { lastEventId: id, ...json }
        if (isWanted(event)) return event
      }
    },
  }
}
