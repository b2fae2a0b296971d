// A workspace of a hundred thousand posts.
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { writeOrderCursor } from '@plinth/core/database/server'
import { cpuMsOfProcess } from '@plinth/testing/cpu-time.ts'
import { openApp, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import type { HttpClient } from '@plinth/testing/http-client.ts'
import { verifiedUser } from '@plinth/testing/http/verified-user.ts'
import { posts } from '../server/posts.table.server.ts'

const POSTS = 100_000
const BATCH = 5_000
/** So many posts are left for the late page. */
const LAST = 500

describe('a page of a hundred thousand posts', () => {
  let app: AppUnderTest
  let client: HttpClient
  let late = ''
  beforeAll(async () => {
    app = await openApp()
    const { id: userId, client: browser } = await verifiedUser(app)
    client = browser
    for (let first = 1; first < POSTS; first += BATCH)
      await app.db.execute(sql`
        insert into post (id, owner_id, title, content, excerpt, created_at)
        select 'many-' || n, ${userId}, repeat('字', 190) || n, 'Harbor, number ' || n, repeat('字', 200),
          now() - n * interval '1 minute'
        from generate_series(${first}::int, ${first + BATCH - 1}::int) n`)
    await app.db.execute(sql`analyze post`)
    const oldest = app.db.select().from(posts).orderBy(posts.createdAt, posts.id)
    for (const { createdAt: at, id } of await oldest.offset(LAST).limit(1))
      late = writeOrderCursor(['-createdAt'], { value: at, id })
  })

  /** The CPU time so far, of the application and of its connections to the database. */
  async function cpuMs(): Promise<number> {
    const { rows } = await app.db.execute<{ pid: number }>(sql`
      select pid from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend'`)
    return [app, ...rows].reduce((sum, { pid }) => sum + cpuMsOfProcess(pid), 0)
  }

  const words = 'h n '.repeat(50).trim()
  test.each([
    ['without a search', '', 100],
    ['of a word that all have', 'harbor', 100],
    ['of the start of a word that all have', 'h', 100],
    ['of as many words as fit into a search', words, 100],
    ['of as many parts of a word', words.replaceAll(' ', '-'), 100],
    ['of as many words, one of which no post has', `x ${words.slice(2)}`, 0],
    ['of a word that no post has', 'lighthouse', 0],
    ['of a word that one post has', '77777', 0],
  ])('%s stays in bounds of CPU and bytes, first and late', async (_name, search, least) => {
    for (const cursor of ['', late]) {
      const asked = { limit: 100, ...(search && { search }), ...(cursor && { cursor }) }
      const input = encodeURIComponent(JSON.stringify({ json: asked }))
      const before = await cpuMs()
      const answer = await client.get(`/api/trpc/posts.list?input=${input}`)
      const body = await answer.text()
      // Half a second on an idle machine; a plan that reads every post for each word takes a minute.
      expect((await cpuMs()) - before).toBeLessThan(3_000)
      expect(Buffer.byteLength(body)).toBeLessThan(1_000_000)
      const { result } = JSON.parse(body) as { result: { data: { json: { items: unknown[] } } } }
      expect(result.data.json.items.length).toBeGreaterThanOrEqual(least)
    }
  })
})
