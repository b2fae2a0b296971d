import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { invitation } from '@plinth/core/database/server'
import { createOrganization, createUser } from '@plinth/testing/factories.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { sweepInvitations } from './sweep-invitations.server.ts'

const { db } = await openTestDatabase()

test('an invitation is removed its number of days after it ended and not before, by the clock of the database', async () => {
  const ada = await createUser(db)
  const acme = await createOrganization(db, { owner: ada })
  for (const days of [89, 91])
    await db.insert(invitation).values({
      id: `ended-${days}`,
      organizationId: acme.id,
      email: `${days}@example.com`,
      role: 'member',
      status: 'accepted',
      inviterId: ada.id,
      expiresAt: sql`now() - make_interval(days => ${days})`,
    })
  expect(await sweepInvitations(db, { days: 90 })).toBe(1)
  expect(await db.select({ id: invitation.id }).from(invitation)).toEqual([{ id: 'ended-89' }])
})
