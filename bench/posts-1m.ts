import type pg from 'pg'
import { writeCursor } from '../src/core/db/cursor.server.ts'
import { connectEmbedded } from '../tests/support/embedded-database.ts'
import { signedInClient, type HttpClient } from '../tests/support/http-client.ts'
import { startApp } from '../tests/support/running-app.ts'
import { demoPassword } from './demo-session.ts'
import { deepestRow, fillTable, scansRow, sequentialScans, untilCounted } from './large-table.ts'
import { createPost, read, rowsOf, times } from './posts.ts'
import type { Bench, Measured } from './report.ts'

const POSTS = 1_000_000
const MEMBERS = 10_000
const ORGANIZATIONS = 100
/** Half of all posts are in the measured workspace. */
const IN_ACME = POSTS / 2
const PER_PAGE = 20
const READS = 100
const CREATES = 50
const DEEPEST_RATIO = 2

/**
 * Lists, search and writes on large tables. Runs by name only: filling the embedded database takes minutes.
 */
export const bench: Bench = {
  how: `${POSTS} posts of ${MEMBERS} members in ${ORGANIZATIONS} organizations on the embedded server, half of them in the one asked; one request at a time over HTTP`,
  async run() {
    const app = await startApp({ env: { DEMO_PASSWORD: demoPassword } })
    const database = await connectEmbedded(app.dataDir)
    try {
      const [fillMs = NaN] = await times(1, () => fill(database))
      const ada = await signedInClient(app.url, { email: 'ada@example.com', password: demoPassword })
      await enterAcme(ada)
      await times(READS, () => read(ada, 'posts.list', {}))
      const scansBefore = await sequentialScans(database, 'post')
      const rows = [...(await pages(ada, database)), ...(await searches(ada)), ...(await creates(ada))]
      await untilCounted()
      const scans = (await sequentialScans(database, 'post')) - scansBefore
      return [{ what: 'filling the database', value: fillMs / 1000, unit: 's' }, ...rows, scansRow(scans)]
    } finally {
      await database.end()
      await app.stop()
    }
  },
}

async function enterAcme(client: HttpClient): Promise<void> {
  const { result } = (await (await client.get('/api/trpc/organizations.list')).json()) as {
    result: { data: { json: { items: { id: string; slug: string }[] } } }
  }
  const id = result.data.json.items.find(({ slug }) => slug === 'acme')?.id
  const answer = await client.post('/api/trpc/organizations.setActive', { json: { id } })
  if (!answer.ok) throw new Error(`Entering Acme answered ${answer.status}: ${await answer.text()}`)
}

/**
 * Inserts members, organizations and posts of some forty words out of two thousand; one post in ten contains
 * `kiln`, one in ten thousand `celadon`.
 */
async function fill(database: pg.Client): Promise<void> {
  await fillTable(
    database,
    { table: 'post', like: '%search%' },
    `
    insert into "user" (id, name, email, email_verified, role)
      select 'bench-user-' || n, 'Member ' || n, 'bench' || n || '@example.com', true, 'user' from generate_series(1, ${MEMBERS}) n;
    insert into organization (id, name, slug) select 'bench-org-' || n, 'Workshop ' || n, 'workshop-' || n from generate_series(1, ${ORGANIZATIONS - 1}) n;
    insert into member (id, organization_id, user_id, role)
      select 'bench-member-' || n, case when n % ${ORGANIZATIONS} = 0 then (select id from organization where slug = 'acme') else 'bench-org-' || n % ${ORGANIZATIONS} end,
        'bench-user-' || n, 'member' from generate_series(1, ${MEMBERS}) n;
    insert into post (id, organization_id, created_by_id, title, content, excerpt, created_at, updated_at)
      select 'bench-post-' || n, case when n <= ${IN_ACME} then (select id from organization where slug = 'acme') else 'bench-org-' || 1 + n % ${ORGANIZATIONS - 1} end,
        'bench-user-' || 1 + n % ${MEMBERS}, 'Measured ' || n, words.content, left(words.content, 190), at, at
      from (select n, now() - n * interval '7 seconds' as at from generate_series(1, ${POSTS}::bigint) n) numbered,
        lateral (select string_agg('w' || (n * 7919 + word * 104729 + n / 13 * word) % 2000, ' ')
          || case when n % 10 = 0 then ' kiln' else '' end || case when n % 10000 = 0 then ' celadon' else '' end as content
          from generate_series(1, 40) word) words`,
  )
}

/** The deepest page must cost about what the first costs. */
async function pages(ada: HttpClient, database: pg.Client): Promise<Measured[]> {
  const rows: Measured[] = []
  const perPage: number[][] = []
  for (const page of [1, 100, 10_000, IN_ACME / PER_PAGE]) {
    const cursor = page === 1 ? undefined : await cursorAt(database, (page - 1) * PER_PAGE)
    const took = await times(READS, () => read(ada, 'posts.list', { cursor }))
    perPage.push(took)
    rows.push(...rowsOf(`posts.list, page ${page}`, took))
  }
  return [...rows, deepestRow(perPage, DEEPEST_RATIO)]
}

async function cursorAt(database: pg.Client, position: number): Promise<string> {
  const { rows } = await database.query<{ at: Date; id: string }>(
    `select created_at as at, id from post where organization_id = (select id from organization where slug = 'acme') and deleted_at is null
      order by created_at desc, id desc offset ${position - 1} limit 1`,
  )
  const [row] = rows
  if (!row) throw new Error(`There is no post at ${position}`)
  return writeCursor(row)
}

async function searches(ada: HttpClient): Promise<Measured[]> {
  const rows: Measured[] = []
  for (const [what, search] of [
    ['a rare word', 'celadon'],
    ['a word in every tenth', 'kiln'],
    ['two words', 'kiln w17'],
    ['the beginning of a word', 'celad'],
    ['a word that is nowhere', 'porcelain'],
  ] as const) {
    rows.push(
      ...rowsOf(`posts.list, ${what}`, await times(READS / 5, () => read(ada, 'posts.list', { search }))),
    )
  }
  return rows
}

async function creates(ada: HttpClient): Promise<Measured[]> {
  return rowsOf(
    'posts.create',
    await times(CREATES, async (count) => void (await createPost(ada, `Written ${count}`))),
  )
}
