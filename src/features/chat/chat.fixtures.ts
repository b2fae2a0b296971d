import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { SignedInActor } from '@plinth/core/access'
import type { Db } from '@plinth/core/database/server'
import { createId } from '@plinth/core/schema'
import { addSource, type FeatureFixtures, type OpenStream } from '@plinth/testing/feature-fixtures.ts'
import type { ModelServer } from '@plinth/testing/servers/model-server.ts'
import { ANSWER_MAX_LENGTH, MESSAGE_MAX_LENGTH, MESSAGES_PER_THREAD } from './chat-limits.ts'
import { openModel } from './tests/chat-app.ts'
import { createThread, createWaitingGeneration } from './tests/chat-rows.ts'
import { drainResponse } from '@plinth/testing/drain-response.ts'

const FILLED_THREADS = 1_000

/** One thread with all the messages it may have, each of the largest size, and many others. */
async function fillThread(db: Db, owner: SignedInActor): Promise<string> {
  const { id } = await createThread(db, owner, { headId: `m${MESSAGES_PER_THREAD - 1}` })
  await db.execute(sql`
    insert into chat_message (thread_id, id, parent_id, role, parts, text)
    select ${id}, 'm' || at, case at when 1 then 'question' else 'm' || (at - 1) end, 'assistant',
      jsonb_build_array(jsonb_build_object('type', 'text', 'text', repeat('word ', ${ANSWER_MAX_LENGTH / 5}))), 'word'
    from generate_series(1, ${MESSAGES_PER_THREAD - 1}) at`)
  await db.execute(sql`
    insert into chat_thread (id, organization_id, created_by_id, page, title)
    select ${id} || at, organization_id, created_by_id, page, repeat('x', 120) from chat_thread, generate_series(1, ${FILLED_THREADS}) at where id = ${id}`)
  return id
}

const message = (text: string) => ({
  id: createId(),
  messages: [{ id: createId(), role: 'user', parts: [{ type: 'text', text }] }],
})

const pages = () => ['general', 'vercel', ...(addSource ? ['rag'] : [])]
const pathOf = (page: string) => (page === 'general' ? '/api/chat' : `/api/chat/${page}`)

/** Conversations as large as a body may be, as a client may send them. */
const largestMessages = (text: (length: number) => string): Record<string, unknown[]> => ({
  'a long history': [
    ...Array.from({ length: 999 }, () => ({
      id: 'm',
      role: 'assistant',
      parts: [{ type: 'text', text: text(4_000) }],
    })),
    { id: createId(), role: 'user', parts: [{ type: 'text', text: text(MESSAGE_MAX_LENGTH) }] },
  ],
  'many parts': [
    { id: 'm', role: 'assistant', parts: [] },
    {
      id: createId(),
      role: 'user',
      parts: Array.from({ length: 1_000 }, () => ({ type: 'text', text: text(7) })),
    },
  ],
})

let model: ModelServer | undefined

export const fixtures: FeatureFixtures = {
  largeBodies: (text) =>
    pages().flatMap((page) =>
      Object.entries(largestMessages(text)).map(([what, messages]) => ({
        path: pathOf(page),
        what,
        body: { id: createId(), messages },
      })),
    ),
  async settings() {
    const opened = await openModel()
    model = opened.model
    return opened.env
  },
  /** An answer on each page that hangs after its first word, and a second reader of each that is stored. */
  async streams(client, app) {
    if (!model) throw new Error('The application has no model')
    const text = 'The Brocken tower is 123 meters high.'
    await addSource?.(client, app, { name: 'tower.txt', text, query: 'Brocken tower' })
    const streams: OpenStream[] = []
    for (const page of pages()) {
      model.script({ text: ['Hello '], behave: 'hang' })
      const path = pathOf(page)
      const [thread, before] = [message('How high is the Brocken tower?'), model.requests.length]
      streams.push({ name: `chat ${page}`, isOpen: await drainResponse(await client.post(path, thread)) })
      await expect.poll(() => model?.requests[before]?.sent ?? 0).toBeGreaterThan(0)
      const request = model.requests[before]
      streams.push({ name: `the generation of ${page}`, isOpen: () => request?.aborted === false })
      if (page !== 'vercel') {
        const resumed = await drainResponse(await client.get(`${path}/${thread.id}/stream`))
        streams.push({ name: `chat ${page} resumed`, isOpen: resumed })
      }
    }
    return streams
  },
  longRequests: ({ signedIn }) => ({
    'sending a message': async () => ({
      path: '/api/chat',
      body: message('/help'),
      cookie: (await signedIn()).cookie,
    }),
    'a temporary chat': async () => ({
      path: '/api/chat/vercel',
      body: message('hello'),
      cookie: (await signedIn()).cookie,
    }),
  }),
  rows: async (db, actor) => Object.values(await createWaitingGeneration(db, actor)),
  async fill(db, owner) {
    const id = await fillThread(db, owner)
    return {
      ids: { chats: id },
      pages: [`/dashboard/chat?thread=${id}`],
      isThere: sql`exists (select from chat_thread where id = ${id} and deleted_at is null)`,
    }
  },
}
