import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { anonymous, type SignedInActor } from '#/core/access/actor.ts'
import { user } from '#/core/identity/identity.table.server.ts'
import { actorOf, createUser } from '../../../../tests/support/factories.ts'
import { failureOf } from '../../../../tests/support/failure-of.ts'
import { makeContext } from '../../../../tests/support/make-context.ts'
import { openTestDatabase } from '../../../../tests/support/test-database.ts'
import { readOverview } from './read-overview.server.ts'

const { db } = await openTestDatabase()

const stepsOf = async (actor: SignedInActor) => (await readOverview(makeContext(db, actor))).steps

describe('the next steps', () => {
  test('of a new user begin with the address, which is done once it is verified', async () => {
    const actor = actorOf(await createUser(db, { emailVerified: false }))
    const first = { name: 'verifyEmail', isDone: false }
    expect((await stepsOf(actor))[0]).toEqual(first)
    await db.update(user).set({ emailVerified: true }).where(eq(user.id, actor.userId))
    expect((await stepsOf(actor))[0]).toEqual({ ...first, isDone: true })
  })

  test('are denied without a session', async () => {
    expect(await failureOf(readOverview(makeContext(db, anonymous)))).toMatchObject({
      kind: 'unauthenticated',
    })
  })
})
