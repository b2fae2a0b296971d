import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { posts } from '../server/posts.table.server.ts'
import { cpuMsOfProcess } from '@plinth/testing/cpu-time.ts'
import { signedInClient, type HttpClient } from '@plinth/testing/http-client.ts'
import { openApp, PASSWORD, type AppUnderTest } from '@plinth/testing/http/open-app.ts'

let app: AppUnderTest
let ada: HttpClient
beforeAll(async () => {
  app = await openApp()
  ada = await signedInClient(app.url, { email: 'ada@example.com', password: PASSWORD })
})

// packages/core/test/markdown.test.ts has more of them.
const attacks = [
  ['a table of 3333 by 3333', `${'|a'.repeat(3333)}|\n${'|-'.repeat(3333)}|\n${'|\n'.repeat(3333)}`],
  ['3000 nested quotes', '>'.repeat(3_000)],
  ['30 KB of lines that may be the second row of a table', '--\n'.repeat(10_000)],
  ['22 KB that make two megabytes', '```\n```\n'.repeat(2_750)],
] as const

type Created = { result: { data: { json: { id: string } } } }

const create = (content: string) => ada.post('/api/trpc/posts.create', { json: { title: 'Attack', content } })

async function idOfNewPost(): Promise<string> {
  return ((await (await create('Fine.')).json()) as Created).result.data.json.id
}

describe.each(attacks)('a post with %s', (_, content) => {
  test('is refused when it is written, and the field is named, or is cheap to read', async () => {
    const created = await create(content)
    const changed = await ada.post('/api/trpc/posts.update', {
      json: { id: await idOfNewPost(), title: 'Attack', content },
    })
    expect(changed.status).toBe(created.status)
    const answer = await created.text()
    if (created.status === 200) return expectCheap((JSON.parse(answer) as Created).result.data.json.id)
    expect(created.status).toBe(400)
    for (const refusal of [answer, await changed.text()])
      expect(JSON.parse(refusal)).toMatchObject({
        error: { json: { data: { app: { code: 'errors:tooComplex', params: { field: 'content' } } } } },
      })
  })

  test('that is not parsed yet is shown as it was written', async () => {
    const id = await idOfNewPost()
    await app.db.update(posts).set({ content, contentTree: null }).where(eq(posts.id, id))
    expect(await expectCheap(id)).toContain('it&#x27;s shown as it was written')
  })
})

/** Like any other page; parsing took seconds. */
async function expectCheap(id: string): Promise<string> {
  const before = cpuMsOfProcess(app.pid)
  const answer = await ada.get(`/dashboard/posts/${id}`)
  expect(answer.status).toBe(200)
  const page = await answer.text()
  expect(cpuMsOfProcess(app.pid) - before).toBeLessThan(4_000)
  expect(Buffer.byteLength(page)).toBeLessThan(1_000_000)
  return page
}
