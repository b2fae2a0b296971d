import { createHttpClient, signedInClient, type HttpClient } from '../tests/support/http-client.ts'
import { startApp } from '../tests/support/running-app.ts'
import { demoPassword } from './demo-session.ts'
import { percentile, type Bench, type Measured } from './report.ts'

// A user may create 60 posts a minute, so several users write.
const WRITERS = ['ada', 'ben', 'cleo', 'dan']
const CREATES_EACH = 50
const READS = 400

/**
 * What a user waits for: a page of posts, one post, a new post on disk. Over HTTP, with session, access
 * check, rate limit and audit entry.
 */
export const bench: Bench = {
  how: `one request at a time over HTTP, ${WRITERS.length * CREATES_EACH} creates and ${READS} reads of each kind, after a warm-up; demo database, then 50 posts more per user`,
  async run() {
    const app = await startApp({ env: { DEMO_PASSWORD: demoPassword } })
    try {
      const clients: HttpClient[] = []
      for (const name of WRITERS)
        clients.push(await signedInClient(app.url, { email: `${name}@example.com`, password: demoPassword }))
      const [ada = createHttpClient(app.url)] = clients
      const list = () => read(ada, 'posts.list', {})
      await times(READS, list)
      const few = await times(READS, list)
      const ids: string[] = []
      const created: number[] = []
      for (const client of clients) {
        created.push(
          ...(await times(
            CREATES_EACH,
            async (count) => void ids.push(await createPost(client, `Measured ${count}`)),
          )),
        )
      }
      const many = await times(READS, list)
      const one = await times(READS, (count) => read(ada, 'posts.get', { id: ids[count % CREATES_EACH] }))
      return [
        ...rowsOf('posts.list, 1 post', few),
        ...rowsOf('posts.list, first page of 51', many),
        ...rowsOf('posts.get', one),
        ...rowsOf('posts.create', created),
      ]
    } finally {
      await app.stop()
    }
  },
}

/** Returns the milliseconds of each of `count` sequential calls. */
export async function times(count: number, call: (index: number) => Promise<void>): Promise<number[]> {
  const all: number[] = []
  for (let index = 0; index < count; index++) {
    const startedAt = performance.now()
    await call(index)
    all.push(performance.now() - startedAt)
  }
  return all
}

/** Calls a query. Throws if the response is not 2xx. */
export async function read(client: HttpClient, procedure: string, input: object): Promise<void> {
  const answer = await client.get(
    `/api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify({ json: input }))}`,
  )
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${procedure} answered ${answer.status}: ${text}`)
}

/** Creates a post and returns its id. Throws if the response is not 2xx. */
export async function createPost(client: HttpClient, title: string): Promise<string> {
  const answer = await client.post('/api/trpc/posts.create', {
    json: { title, content: 'Words. '.repeat(100) },
  })
  if (!answer.ok) throw new Error(`posts.create answered ${answer.status}: ${await answer.text()}`)
  const { result } = (await answer.json()) as { result: { data: { json: { id: string } } } }
  return result.data.json.id
}

/** Returns the p50 and p99 of these times. */
export function rowsOf(what: string, milliseconds: readonly number[]): Measured[] {
  return [
    { what: `${what}, p50`, value: percentile(milliseconds, 0.5), unit: 'ms' },
    { what: `${what}, p99`, value: percentile(milliseconds, 0.99), unit: 'ms' },
  ]
}
