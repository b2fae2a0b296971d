import { expect, test } from 'vitest'
import { readOverview } from '@plinth/core/internal/app/overview/read-overview.server.ts'
import { actorOf, createUser } from '@plinth/testing/factories.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { createPasskey } from '../tests/create-passkey.ts'

const { db } = await openTestDatabase()

test('a passkey is a step of a new user, done with the first one', async () => {
  const actor = actorOf(await createUser(db))
  const step = async () =>
    (await readOverview(makeContext(db, actor))).steps.find(({ name }) => name === 'passkey')
  expect(await step()).toMatchObject({ isDone: false })
  await createPasskey(db, actor.userId)
  expect(await step()).toMatchObject({ isDone: true })
})
