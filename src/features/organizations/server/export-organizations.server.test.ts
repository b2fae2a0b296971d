import { expect, test } from 'vitest'
import { createOrganization, createUser } from '../../../../tests/support/factories.ts'
import { openTestDatabase } from '../../../../tests/support/test-database.ts'
import { exportOrganizations } from './export-organizations.server.ts'

const { db } = await openTestDatabase()

test('an export has the organizations a user is in, with their role', async () => {
  const [ada, ben] = [await createUser(db), await createUser(db)]
  const acme = await createOrganization(db, { owner: ben, member: ada })
  await createOrganization(db, { owner: ben })
  expect(await exportOrganizations(db, ada.id)).toMatchObject([{ id: acme.id, role: 'member' }])
})
