import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { administrator } from '@plinth/testing/http/administration-client.ts'
import { openApp } from '@plinth/testing/http/open-app.ts'
import { mutate, query } from '@plinth/testing/http/trpc-client.ts'

test('what fails unexpectedly is counted with its procedure and request, and kept when the application stops', async () => {
  const app = await openApp()
  const { client } = await administrator(app)
  await app.db.execute(sql`alter table figure rename to gone`)
  expect((await query(client, 'admin.stats')).status).toBe(500)
  expect((await mutate(client, 'admin.users.unban', { userId: 'unknown' })).status).toBe(404)
  const second = await client.get('/api/trpc/admin.stats')
  const requestId = second.headers.get('x-request-id')
  expect(await app.stop()).toBe(0)
  const { rows } = await app.db.execute(
    sql`select name, message, frame, amount::int, place, last_request_id from error_group where name like '%42P01'`,
  )
  expect(rows).toEqual([
    {
      name: 'Error 42P01',
      message: expect.stringContaining('The database has no table figure'),
      frame: expect.stringMatching(/^readPresent \(/),
      amount: 2,
      place: 'admin.stats',
      last_request_id: requestId,
    },
  ])
})
