import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { member, session } from '@plinth/core/database/server'
import { createId } from '@plinth/core/schema'
import { actorOf, createOrganization, createUser } from '@plinth/testing/factories.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { setActiveOrganization } from './set-active-organization.server.ts'

const { db } = await openTestDatabase()

test('the user lets their sessions begin in an organization by entering it; an administrator who impersonates them does not', async () => {
  const [ada, chief] = [await createUser(db), await createUser(db, { role: 'admin' })]
  const acme = await createOrganization(db, { owner: ada })
  const actor = actorOf(ada)
  await db.insert(session).values({
    id: actor.sessionId,
    token: createId(),
    userId: ada.id,
    expiresAt: new Date(Date.now() + 86_400_000),
  })
  const membership = and(eq(member.organizationId, acme.id), eq(member.userId, ada.id))
  await db.update(member).set({ isLanding: false }).where(membership)
  const isLanding = async () => (await db.select({ is: member.isLanding }).from(member).where(membership))[0]
  const enter = (impersonatedBy: string | null) =>
    setActiveOrganization(makeContext(db, { ...actor, impersonatedBy }), { id: acme.id })

  expect(await enter(chief.id)).toEqual({ id: acme.id })
  expect(await isLanding()).toEqual({ is: false })
  expect(await enter(null)).toEqual({ id: acme.id })
  expect(await isLanding()).toEqual({ is: true })
})
