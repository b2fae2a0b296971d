import { demoPassword } from '../../bench/demo-session.ts'
import type { FeatureBenches } from '../../bench/feature-benches.ts'
import type { Bench } from '../../bench/report.ts'
import { read, rowsOfTimes, times, write } from '../../bench/requests.ts'
import { createHttpClient, signedInClient, type HttpClient } from '@plinth/testing/http-client.ts'
import { startApp } from '@plinth/testing/programs/running-app.ts'
import { growPosts } from './grow-posts.ts'

// A user may create 60 posts a minute, so several users write.
const WRITERS = ['ada', 'ben', 'cleo', 'dan']
const CREATES_EACH = 50
const READS = 400
// A full page of the list.
const FILLED_POSTS = 20

/**
 * What a user waits for: a page of posts, one post, a new post on disk. Over HTTP, with session, access
 * check, rate limit and audit entry.
 */
const bench: Bench = {
  how: `one request at a time over HTTP, ${WRITERS.length * CREATES_EACH} creates and ${READS} reads of each kind, after a warm-up; demo database, then 50 posts more per user`,
  async run() {
    const app = await startApp({ env: { DEMO_PASSWORD: demoPassword } })
    try {
      const clients: HttpClient[] = []
      for (const name of WRITERS)
        clients.push(await signedInClient(app.url, { email: `${name}@example.com`, password: demoPassword }))
      const [ada = createHttpClient(app.url)] = clients
      const list = () => read(ada, 'posts.list')
      await times(READS, list)
      const few = await times(READS, list)
      const ids: (string | undefined)[] = []
      const created: number[] = []
      for (const client of clients)
        created.push(
          ...(await times(CREATES_EACH, async (count) => ids.push(await createPost(client, count)))),
        )
      const many = await times(READS, list)
      const one = await times(READS, (count) => read(ada, 'posts.get', { id: ids[count % CREATES_EACH] }))
      return [
        ...rowsOfTimes('posts.list, 1 post', few),
        ...rowsOfTimes('posts.list, first page of 51', many),
        ...rowsOfTimes('posts.get', one),
        ...rowsOfTimes('posts.create', created),
      ]
    } finally {
      await app.stop()
    }
  },
}

export const benches: FeatureBenches = {
  own: { posts: async () => bench },
  queries: ['posts.list'],
  async fill(client) {
    for (let count = 0; count < FILLED_POSTS; count++) await createPost(client, count)
  },
  load: [
    { everySeconds: 0, act: (client) => read(client, 'posts.list') },
    {
      everySeconds: 3,
      act: async (client) => write(client, 'posts.delete', { id: await createPost(client, 0) }),
    },
  ],
  growth: [
    {
      what: 'posts of a workspace, posts.list',
      sizes: [10, 1000, 100_000, 1_000_000],
      grow: growPosts,
      read: (client) => read(client, 'posts.list'),
    },
    {
      what: 'posts of a workspace, posts.list with a search',
      sizes: [1_000_000],
      grow: growPosts,
      read: (client) => read(client, 'posts.list', { search: 'harbor 77777' }),
    },
  ],
  counted: {
    send: (client, key, signal) =>
      client.post(
        '/api/trpc/posts.create',
        { json: { title: key, content: 'Counted.', idempotencyKey: key } },
        signal,
      ),
    async stored(database, keys) {
      const { rows } = await database.query<{ title: string; count: number }>(
        'select title, count(*)::int as count from post where title = any($1) group by title',
        [keys],
      )
      return new Map(rows.map(({ title, count }) => [title, count]))
    },
  },
}

const createPost = (client: HttpClient, count: number) =>
  write(client, 'posts.create', { title: `Measured ${count}`, content: 'Words. '.repeat(100) })
