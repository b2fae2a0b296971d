import { expect, test } from 'vitest'
import { anonymous } from '#/core/access/actor.ts'
import { writeAudit } from '#/core/audit/audit.server.ts'
import { createTeam } from '../../../../tests/support/factories.ts'
import { failureOf } from '../../../../tests/support/failure-of.ts'
import { makeContext } from '../../../../tests/support/make-context.ts'
import { openTestDatabase } from '../../../../tests/support/test-database.ts'
import { readOverview } from './read-overview.server.ts'

const { db } = await openTestDatabase()

test('an action that no feature shows to members is not in the recent activity', async () => {
  const { owner, member } = await createTeam(db)
  await db.transaction((tx) => writeAudit(tx, owner, { action: 'session.create' }))
  expect((await readOverview(makeContext(db, member))).activity).toEqual([])
})

test('the recent activity is denied without a session', async () => {
  expect(await failureOf(readOverview(makeContext(db, anonymous)))).toMatchObject({
    kind: 'unauthenticated',
  })
})
