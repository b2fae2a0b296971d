import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { signedInClient } from '@plinth/testing/http-client.ts'
import { openApp, PASSWORD } from '@plinth/testing/http/open-app.ts'

async function read(asked: Promise<Response>): Promise<{ status: number; saysWhen: boolean }> {
  const answer = await asked
  await answer.text()
  return { status: answer.status, saysWhen: answer.headers.has('retry-after') }
}

test('a locked table holds and fails no page that shows the count of to-dos', async () => {
  const app = await openApp()
  const ada = await signedInClient(app.url, { email: 'ada@example.com', password: PASSWORD })
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`lock table todo in access exclusive mode`)
    const stuck = read(ada.get('/api/trpc/todos.pending'))
    const pages = ['/dashboard', '/dashboard/settings'].map((path) => read(ada.get(path)))
    // Before the count of to-dos, which they show too, gets its error.
    expect(await Promise.race([Promise.all(pages), stuck])).toEqual(
      pages.map(() => ({ status: 200, saysWhen: false })),
    )
    expect(await stuck).toEqual({ status: 503, saysWhen: true })
  })
  expect(await (await ada.get('/dashboard')).text()).toMatch(/todos.{1,10}pending.{1,60}count/)
})
