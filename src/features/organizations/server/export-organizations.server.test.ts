import { expect, test } from 'vitest'
import { invitation } from '@plinth/core/database/server'
import { createId } from '@plinth/core/schema'
import { createOrganization, createUser } from '@plinth/testing/factories.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { exportInvitations, exportOrganizations } from './export-organizations.server.ts'

const { db } = await openTestDatabase()

test('an export has the organizations a user is in, with their role', async () => {
  const [ada, ben] = [await createUser(db), await createUser(db)]
  const acme = await createOrganization(db, { owner: ben, member: ada })
  await createOrganization(db, { owner: ben })
  expect(await exportOrganizations(db, ada.id)).toMatchObject([{ id: acme.id, role: 'member' }])
})

test('an export has the invitations a user sent, in the organizations they are in', async () => {
  const [ada, ben] = [await createUser(db), await createUser(db)]
  const [acme, left] = [
    await createOrganization(db, { owner: [ada, ben] }),
    await createOrganization(db, { owner: ben }),
  ]
  const sent = (inviterId: string, organizationId: string) => ({
    id: createId(),
    organizationId,
    inviterId,
    email: `${createId()}@example.org`,
    expiresAt: new Date(Date.now() + 86_400_000),
  })
  const own = sent(ada.id, acme.id)
  await db.insert(invitation).values([own, sent(ada.id, left.id), sent(ben.id, acme.id)])
  expect(await exportInvitations(db, ada.id)).toMatchObject([{ organizationId: acme.id, email: own.email }])
})
