// However a stream ends, it leaves nothing open.
import { beforeAll, describe, expect, test } from 'vitest'
import { createId } from '#/lib/create-id.ts'
import { signedInClient, type HttpClient } from '../support/http-client.ts'
import type { ModelServer } from '../support/model-server.ts'
import { openModel } from '../../src/features/chat/tests/chat-app.ts'
import { openApp, PASSWORD, type AppUnderTest } from '../support/http/open-app.ts'
import { signUp } from '../support/http/users.ts'
import { openStream } from '../../src/features/todos/tests/todo-stream.ts'

const TOKEN = 'k3vT9mQ2xW8zR5nB7cJ4hL6p'
const EARLY_LEAVES = 16

let app: AppUnderTest
let model: ModelServer
let ada: HttpClient

beforeAll(async () => {
  const opened = await openModel()
  model = opened.model
  app = await openApp({ ...opened.env, METRICS_TOKEN: TOKEN })
  ada = await signedInClient(app.url, { email: 'ada@example.com', password: PASSWORD })
})

/** What the process holds open: client streams and listeners for announcements. */
async function held(): Promise<{ streams: number; listeners: number }> {
  const text = await (
    await fetch(`${app.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
  ).text()
  const valueOf = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? NaN)
  return { streams: valueOf('plinth_live_streams'), listeners: valueOf('plinth_live_listeners') }
}

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
    await expect.poll(held).toEqual({ streams: 0, listeners: 0 })
  })

  test('whose response hangs', async () => {
    const { client } = await signUp(app)
    model.script(...Array.from({ length: EARLY_LEAVES }, () => ({ text: ['One '], behave: 'hang' as const })))
    const threads = Array.from({ length: EARLY_LEAVES }, () => createId())
    const asked = threads.map((id) => ({ path: '/api/chat', body: ask(id) }))
    await Promise.all(asked.map((one) => leaveEarly(client, one)))
    await expect.poll(async () => (await held()).streams).toBe(0)
    // Only the generations still listen: for a stop request and for their user losing access.
    await expect.poll(async () => (await held()).listeners).toBe(2 * EARLY_LEAVES)
    await Promise.all(threads.map((id) => client.post(`/api/chat/${id}/stop`, {})))
    await expect.poll(held).toEqual({ streams: 0, listeners: 0 })
  })

  test('of changes, closed by their readers or by signing out', async () => {
    const { client } = await signUp(app)
    const streams = await Promise.all(
      Array.from({ length: EARLY_LEAVES }, () => openStream(app.url, client.cookie())),
    )
    await expect.poll(async () => (await held()).streams).toBe(EARLY_LEAVES)
    await Promise.all(streams.slice(0, EARLY_LEAVES / 2).map((stream) => stream.close()))
    await client.post('/api/auth/sign-out', {})
    await Promise.all(streams.slice(EARLY_LEAVES / 2).map((stream) => stream.ended()))
    await expect.poll(held).toEqual({ streams: 0, listeners: 0 })
  })

  test('that were asked for with HEAD, on a connection that stays open', async () => {
    const changes = 'posts.changes?input=%7B%22json%22%3A%7B%7D%7D'
    const paths = ['/api/admin/users.csv', `/api/trpc/${changes}`, `/API/trpc/${changes}`]
    for (const path of paths) {
      for (let count = 0; count < EARLY_LEAVES; count += 1) {
        await fetch(app.url + path, { method: 'HEAD', headers: { cookie: ada.cookie() } })
      }
    }
    await expect.poll(held).toEqual({ streams: 0, listeners: 0 })
  })

  test('that were rejected or found nothing to follow', async () => {
    await ada.get(`/api/chat/${createId()}/stream`)
    await ada.post('/api/chat/vercel', {
      id: createId(),
      messages: [{ id: createId(), role: 'user', parts: [{ type: 'image' }] }],
    })
    await ada.post('/api/chat', { id: createId(), messages: [{ id: createId(), role: 'assistant' }] })
    await ada.post('/api/chat/vercel', { ...ask(createId()), model: 'unknown' })
    await expect.poll(held).toEqual({ streams: 0, listeners: 0 })
  })
})

test('a user follows at most twenty live updates per instance; the next gets 429, an answer and other users are served', async () => {
  const { client } = await signUp(app)
  const open = await Promise.all(Array.from({ length: 20 }, () => openStream(app.url, client.cookie())))
  await expect.poll(async () => (await held()).streams).toBe(20)
  const changes = await client.get('/api/trpc/todos.changes?input=%7B%22json%22%3A%7B%7D%7D')
  expect([changes.status, Number(changes.headers.get('retry-after'))]).toEqual([429, 10])
  expect(await changes.json()).toMatchObject({ code: 'errors:tooManyStreams' })
  model.script({ text: ['One.'] })
  const answer = await client.post('/api/chat', ask(createId()))
  expect(await answer.text()).toContain('One.')
  const other = await openStream(app.url, ada.cookie())
  await other.until((event) => event.isWhole)
  await Promise.all([...open, other].map((stream) => stream.close()))
  await expect.poll(async () => (await held()).streams).toBe(0)
  const again = await openStream(app.url, client.cookie())
  await again.close()
})
