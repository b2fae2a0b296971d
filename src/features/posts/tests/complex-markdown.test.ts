import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { posts } from '../server/posts.table.server.ts'
import { cpuMsOfProcess } from '../../../../tests/support/cpu-time.ts'
import { signedInClient, type HttpClient } from '../../../../tests/support/http-client.ts'
import { openApp, PASSWORD, type AppUnderTest } from '../../../../tests/support/http/open-app.ts'

let app: AppUnderTest
let ada: HttpClient
beforeAll(async () => {
  app = await openApp()
  ada = await signedInClient(app.url, { email: 'ada@example.com', password: PASSWORD })
})

const attacks = [
  ['a table of 3333 by 3333', `${'|a'.repeat(3333)}|\n${'|-'.repeat(3333)}|\n${'|\n'.repeat(3333)}`],
  ['3000 nested quotes', '>'.repeat(3_000)],
  ['50000 nested quotes', `${'>'.repeat(49_999)}a`],
  ['5000 references to a footnote', `${'[^a]'.repeat(5_000)}\n\n[^a]: x`],
  ['unfinished links before many words', `${'!['.repeat(800)}${'w '.repeat(24_000)}`],
] as const

const create = (content: string) => ada.post('/api/trpc/posts.create', { json: { title: 'Attack', content } })

async function idOfNewPost(): Promise<string> {
  const { result } = (await (await create('Fine.')).json()) as { result: { data: { json: { id: string } } } }
  return result.data.json.id
}

describe.each(attacks)('a post with %s', (_, content) => {
  test('is rejected when it is created or changed, and the field is named', async () => {
    const refused = await create(content)
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringMatching(/"content":"?\[?"?errors:tooComplex/),
    ])
    const changed = await ada.post('/api/trpc/posts.update', {
      json: { id: await idOfNewPost(), title: 'Attack', content },
    })
    expect([changed.status, await changed.text()]).toEqual([
      400,
      expect.stringContaining('errors:tooComplex'),
    ])
  })

  test('that already exists is shown as plain text and not parsed', async () => {
    const id = await idOfNewPost()
    await app.db.update(posts).set({ content }).where(eq(posts.id, id))
    const before = cpuMsOfProcess(app.pid)
    const answer = await ada.get(`/dashboard/posts/${id}`)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('it&#x27;s shown as it was written')
    // Like any other page; parsing it would block everyone for many seconds.
    expect(cpuMsOfProcess(app.pid) - before).toBeLessThan(4_000)
  })
})
