// However an answer's stream ends, it leaves nothing open.
import { beforeAll, describe, expect, test } from 'vitest'
import { createId } from '@plinth/core/schema'
import { openMetered, type Metered } from '@plinth/testing/http/held-streams.ts'
import { signedInClient, type HttpClient } from '@plinth/testing/http-client.ts'
import { hasLiveUpdates, openLiveStream } from '@plinth/testing/http/live-stream.ts'
import { PASSWORD } from '@plinth/testing/http/open-app.ts'
import { signUp } from '@plinth/testing/http/users.ts'
import type { ModelServer } from '@plinth/testing/servers/model-server.ts'
import { openModel } from './chat-app.ts'

const EARLY_LEAVES = 16

let app: Metered
let model: ModelServer
let ada: HttpClient

beforeAll(async () => {
  const opened = await openModel()
  model = opened.model
  app = await openMetered(opened.env)
  ada = await signedInClient(app.url, { email: 'ada@example.com', password: PASSWORD })
})

const headersOf = (client: HttpClient) => ({
  origin: app.url,
  cookie: client.cookie(),
  'content-type': 'application/json',
})
const ask = (threadId: string) => ({
  id: threadId,
  messages: [{ id: createId(), role: 'user', parts: [{ type: 'text', text: 'Well?' }] }],
})

/** Sends a message, reads the first bytes of the response and disconnects. */
async function leaveEarly(client: HttpClient, { path, body }: { path: string; body: object }): Promise<void> {
  const gone = new AbortController()
  const init = { method: 'POST', headers: headersOf(client), body: JSON.stringify(body), signal: gone.signal }
  const answer = await fetch(app.url + path, init)
  expect(answer.status).toBe(200)
  await answer.body?.getReader().read()
  gone.abort()
}

describe('nothing stays open after streams', () => {
  test('whose readers disconnected before the response was complete', async () => {
    model.script(
      ...Array.from({ length: EARLY_LEAVES }, () => ({ text: ['One ', 'two ', 'three.'], pauseMs: 20 })),
    )
    await Promise.all(
      Array.from({ length: EARLY_LEAVES }, (_, at) =>
        leaveEarly(ada, { path: at % 2 === 0 ? '/api/chat/vercel' : '/api/chat', body: ask(createId()) }),
      ),
    )
    await expect.poll(app.held).toEqual({ streams: 0, listeners: 0 })
  })

  test('whose response hangs', async () => {
    const { client } = await signUp(app)
    model.script(...Array.from({ length: EARLY_LEAVES }, () => ({ text: ['One '], behave: 'hang' as const })))
    const threads = Array.from({ length: EARLY_LEAVES }, () => createId())
    const asked = threads.map((id) => ({ path: '/api/chat', body: ask(id) }))
    await Promise.all(asked.map((one) => leaveEarly(client, one)))
    await expect.poll(async () => (await app.held()).streams).toBe(0)
    // Only the generations still listen: for a stop request and for their user losing access.
    await expect.poll(async () => (await app.held()).listeners).toBe(2 * EARLY_LEAVES)
    await Promise.all(threads.map((id) => client.post(`/api/chat/${id}/stop`, {})))
    await expect.poll(app.held).toEqual({ streams: 0, listeners: 0 })
  })

  test('that were rejected or found nothing to follow', async () => {
    await ada.get(`/api/chat/${createId()}/stream`)
    await ada.post('/api/chat/vercel', {
      id: createId(),
      messages: [{ id: createId(), role: 'user', parts: [{ type: 'image' }] }],
    })
    await ada.post('/api/chat', { id: createId(), messages: [{ id: createId(), role: 'assistant' }] })
    await ada.post('/api/chat/vercel', { ...ask(createId()), model: 'unknown' })
    await expect.poll(app.held).toEqual({ streams: 0, listeners: 0 })
  })
})

test.skipIf(!hasLiveUpdates)('an answer is not counted among the live updates of a user', async () => {
  const { client } = await signUp(app)
  const open = await Promise.all(Array.from({ length: 20 }, () => openLiveStream(app.url, client.cookie())))
  await expect.poll(async () => (await app.held()).streams).toBe(20)
  model.script({ text: ['One.'] })
  const answer = await client.post('/api/chat', ask(createId()))
  expect(await answer.text()).toContain('One.')
  await Promise.all(open.map(async (stream) => stream?.close()))
  await expect.poll(async () => (await app.held()).streams).toBe(0)
})
