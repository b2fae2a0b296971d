import { expect, test } from 'vitest'
import { actorOf, createSession, createUser } from '@plinth/testing/factories.ts'
import { publicSettings, sharedApp } from '@plinth/testing/http/open-app.ts'
import { fixtures } from '../todos.fixtures.ts'
import { LIST_MAX_LENGTH } from '../todos.schema.ts'

test('of the longest list 50 rows are rendered, the number is that of all, and the list does not travel', async () => {
  const app = await sharedApp()
  const owner = actorOf(await createUser(app.db))
  await fixtures.fill?.(app.db, owner)
  const session = await createSession(app.db, owner, { secret: publicSettings.BETTER_AUTH_SECRET })
  const headers = { cookie: session.cookie(app.url) }
  const answer = await fetch(`${app.url}/dashboard/tanstack-db-example`, { headers })
  const html = await answer.text()
  expect(html.match(/type="checkbox"/g)).toHaveLength(50)
  expect(html).toContain(`>${LIST_MAX_LENGTH}</span>`)
  // Once in its row, and once in what the page starts with.
  expect(html.match(/字{300}/g)?.length).toBe(100)
})
