import { setTimeout as pause } from 'node:timers/promises'
import { createId } from '#/lib/create-id.ts'
import { textFile } from '../tests/support/document-files.ts'
import { createHttpClient, signedInClient, type HttpClient } from '../tests/support/http-client.ts'
import { startApp } from '../tests/support/running-app.ts'
import { demoPassword } from './demo-session.ts'
import { createPost, read } from './posts.ts'
import { memory } from './processes.ts'
import { median, type Bench } from './report.ts'

const MINUTES = 10
const USERS = ['ada', 'ben', 'cleo', 'dan']
const STREAMS = 10
const REST_MS = 60_000
const FILE_BYTES = 200_000

/** Whether memory stays constant under a mixed load, and is given back after it. */
export const bench: Bench = {
  how: `${MINUTES} minutes: ${USERS.length} users who read pages and lists without a pause; every few seconds a sign-in, a post, an answer of the built-in chat model, an upload of ${FILE_BYTES / 1000} KB and a to-do that ${STREAMS} streams follow; resident memory of the application`,
  async run() {
    const app = await startApp({ env: { DEMO_PASSWORD: demoPassword } })
    const over = new AbortController()
    const { signal } = over
    let times = 0
    async function repeat(everySeconds: number, act: () => Promise<unknown>): Promise<void> {
      while (!signal.aborted) {
        await act()
        times += 1
        if (everySeconds > 0) await pause(everySeconds * 1000, undefined, { signal }).catch(() => {})
      }
    }
    try {
      const clients = await Promise.all(USERS.map((name) => signedInClient(app.url, accountOf(name))))
      const [ada = createHttpClient(app.url)] = clients
      const load = Promise.all([
        ...clients.map((client) => repeat(0, () => readPages(client))),
        repeat(6, () => signInAndOut(app.url)),
        repeat(3, () => writeAndDelete(ada)),
        repeat(6, () => askChat(app.url, ada)),
        repeat(6, () => uploadAndDelete(app.url, ada)),
        repeat(3, () => followToDo(app.url, ada)),
      ])
      const residentMb: number[] = []
      const watched = (async () => {
        while (residentMb.length < MINUTES) {
          await pause(60_000, undefined, { signal })
          residentMb.push(memory([app.pid]).residentBytes / 1_000_000)
          console.log(`  after ${residentMb.length} minutes: ${residentMb.at(-1)?.toFixed(0)} MB`)
        }
        over.abort()
      })()
      try {
        await Promise.all([load, watched])
      } finally {
        over.abort()
      }
      await pause(REST_MS)
      const kept = memory([app.pid]).residentBytes / 1_000_000
      return [
        ...residentMb.map((value, at) => ({ what: `after ${at + 1} minutes`, value, unit: 'MB' as const })),
        {
          // V8 lets the heap grow for some minutes.
          what: 'minutes 8 to 10 against minutes 5 to 7',
          value: median(residentMb.slice(7, 10)) / median(residentMb.slice(4, 7)),
          unit: 'x',
          aim: { atMost: 1.1 },
        },
        { what: 'a minute later', value: kept, unit: 'MB', aim: { atMost: 350 } },
        { what: 'rounds of all of it', value: times, unit: 'count' },
      ]
    } finally {
      await app.stop()
    }
  },
}

const accountOf = (name: string) => ({ email: `${name}@example.com`, password: demoPassword })

async function readPages(client: HttpClient): Promise<void> {
  for (const path of ['/dashboard', '/dashboard/posts', '/dashboard/tanstack-db-example', '/dashboard/chat'])
    await answered(client.get(path), path)
  await read(client, 'posts.list', {})
}

async function signInAndOut(url: string): Promise<void> {
  const client = await signedInClient(url, accountOf('mei.tanaka'))
  await answered(client.post('/api/auth/sign-out', {}), 'sign-out')
}

async function writeAndDelete(client: HttpClient): Promise<void> {
  const id = await createPost(client, 'Of the mixed load')
  await answered(client.post('/api/trpc/posts.delete', { json: { id } }), 'posts.delete')
}

async function askChat(url: string, client: HttpClient): Promise<void> {
  const parts = [{ type: 'text', text: 'What is in my posts?' }]
  const body = JSON.stringify({ id: createId(), messages: [{ id: createId(), role: 'user', parts }] })
  const headers = { ...headersOf(url, client), 'content-type': 'application/json' }
  await answered(fetch(`${url}/api/chat`, { method: 'POST', headers, body }), 'chat')
}

async function uploadAndDelete(url: string, client: HttpClient): Promise<void> {
  const body = new FormData()
  body.set('file', new File([textFile('A line of the file.\n\n'.repeat(FILE_BYTES / 21))], 'load.txt'))
  const headers = headersOf(url, client)
  const uploaded = fetch(`${url}/api/trpc/documents.upload`, { method: 'POST', headers, body })
  const id = /"id":"(\w+)"/.exec(await answered(uploaded, 'documents.upload'))?.[1]
  const input = encodeURIComponent(JSON.stringify({ json: { id } }))
  const state = () => answered(client.get(`/api/trpc/documents.get?input=${input}`), 'documents.get')
  while (!/"status":"(ready|failed)"/.test(await state())) await pause(500)
  await answered(client.post('/api/trpc/documents.delete', { json: { id } }), 'documents.delete')
}

/** Opens streams, creates a to-do, and closes them once each has received it. */
async function followToDo(url: string, client: HttpClient): Promise<void> {
  const left = new AbortController()
  const input = encodeURIComponent(JSON.stringify({ json: {} }))
  const headers = { ...headersOf(url, client), accept: 'text/event-stream' }
  const open = () => fetch(`${url}/api/trpc/todos.changes?input=${input}`, { headers, signal: left.signal })
  const readers = await Promise.all(
    Array.from({ length: STREAMS }, async () => {
      const { ok, status, body } = await open()
      if (!ok || !body) throw new Error(`todos.changes answered ${status}`)
      return body.pipeThrough(new TextDecoderStream()).getReader()
    }),
  )
  const text = `To-do ${createId()}`
  const created = await answered(client.post('/api/trpc/todos.create', { json: { text } }), 'todos.create')
  await Promise.all(readers.map((reader) => heard(reader, text)))
  left.abort()
  const id = /"id":"(\w+)"/.exec(created)?.[1]
  await answered(client.post('/api/trpc/todos.delete', { json: { id } }), 'todos.delete')
}

async function heard(reader: ReadableStreamDefaultReader<string>, text: string): Promise<void> {
  let all = ''
  while (!all.includes(text)) {
    const { value, done } = await reader.read()
    if (done) throw new Error('A stream ended before it heard of the to-do')
    all += value
  }
}

const headersOf = (url: string, client: HttpClient) => ({ origin: url, cookie: client.cookie() })

/** Returns the whole body. Throws if the response is not 2xx. */
async function answered(request: Promise<Response>, what: string): Promise<string> {
  const response = await request
  const text = await response.text()
  if (!response.ok) throw new Error(`${what} answered ${response.status}: ${text}`)
  return text
}
