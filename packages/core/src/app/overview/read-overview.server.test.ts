import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { anonymous } from '#/access/actor.ts'
import { writeAudit } from '#/audit/audit.server.ts'
import { user } from '#/identity/identity.table.server.ts'
import { actorOf, createTeam, createUser } from '@plinth/testing/factories.ts'
import { failureOf } from '@plinth/testing/failure-of.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { readOverview } from './read-overview.server.ts'

const { db } = await openTestDatabase()

test('the first of the next steps of a new user is the address, which is done once it is verified', async () => {
  const actor = actorOf(await createUser(db, { emailVerified: false }))
  const firstStep = async () => (await readOverview(makeContext(db, actor))).steps[0]
  expect(await firstStep()).toEqual({ name: 'verifyEmail', isDone: false })
  await db.update(user).set({ emailVerified: true }).where(eq(user.id, actor.userId))
  expect(await firstStep()).toEqual({ name: 'verifyEmail', isDone: true })
})

test('an action that no feature shows to members is not in the recent activity', async () => {
  const { owner, member } = await createTeam(db)
  await db.transaction((tx) => writeAudit(tx, owner, { action: 'session.create' }))
  expect((await readOverview(makeContext(db, member))).activity).toEqual([])
})

test('the overview is denied without a session', async () => {
  expect(await failureOf(readOverview(makeContext(db, anonymous)))).toMatchObject({
    kind: 'unauthenticated',
  })
})
