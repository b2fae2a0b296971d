import { expect, test } from 'vitest'
import { actorOf, createOrganization, createUser } from '@plinth/testing/factories.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { createDocument } from '../documents.fixtures.ts'
import { documentsFeature } from '../feature.server.ts'

const { db } = await openTestDatabase()

test('an export has the documents a user uploaded and their files, and none of others', async () => {
  const [ada, ben] = [await createUser(db), await createUser(db)]
  const acme = await createOrganization(db, { owner: ben, member: ada })
  const own = [await createDocument(db, actorOf(ada)), await createDocument(db, actorOf(ada, acme))]
  await createDocument(db, actorOf(ben, acme))
  expect(await documentsFeature.accountExport(db, ada.id)).toEqual([
    { path: 'documents.json', rows: own.map(({ id }) => expect.objectContaining({ id }) as unknown) },
    ...own.map(({ fileId }) => ({ path: 'documents/a.txt', fileId, sizeBytes: 1 })),
  ])
})
