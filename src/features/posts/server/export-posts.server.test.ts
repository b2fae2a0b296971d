import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { actorOf, createOrganization, createUser } from '@plinth/testing/factories.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { createPost } from '../posts.fixtures.ts'
import { exportPosts } from './export-posts.server.ts'

const { db } = await openTestDatabase()

test('an export has the posts a user wrote, in every workspace they are in, also deleted ones', async () => {
  const [ada, ben] = [await createUser(db), await createUser(db)]
  const acme = await createOrganization(db, { owner: ben, member: ada })
  const left = await createOrganization(db, { owner: [ben, ada] })
  await createPost(db, actorOf(ada), { title: 'Mine alone', content: 'Über alles' })
  await createPost(db, actorOf(ada, acme), { title: 'Mine at Acme' })
  await createPost(db, actorOf(ben, acme), { title: 'Not mine' })
  await createPost(db, actorOf(ada), { title: 'Deleted', deletedAt: new Date() })
  await createPost(db, actorOf(ada, left), { title: 'In what I left' })
  await db.execute(sql`delete from member where user_id = ${ada.id} and organization_id = ${left.id}`)
  const rows: object[] = []
  for await (const row of exportPosts(db, ada.id)) rows.push(row)
  expect(rows).toMatchObject([
    { title: 'Mine alone', content: 'Über alles' },
    { title: 'Mine at Acme', organizationId: acme.id, deletedAt: null },
    { title: 'Deleted', deletedAt: expect.any(Date) },
  ])
})
