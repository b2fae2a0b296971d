import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openDatabase } from '#/db/database.server.ts'
import { atEnd } from '@plinth/testing/runner/at-end.ts'
import { createTeam } from '@plinth/testing/factories.ts'
import { failureOf, outcomesOf } from '@plinth/testing/failure-of.ts'
import { sellPlan, withPlan } from '@plinth/testing/sell-plan.ts'
import { openTestDatabase, PATIENT, testLog } from '@plinth/testing/test-database.ts'
import { countForPlan } from './count-for-plan.server.ts'
import { limitCounter } from './limits.table.server.ts'

const { db, connection } = await openTestDatabase()
const other = openDatabase({ ...connection, ...PATIENT }, testLog)
atEnd(() => other.close())

test('20 at a time on two instances pass a limit of 5 five times, and the error says when it begins again', async () => {
  const { owner, member } = await createTeam(db)
  sellPlan({ messages: 5 })
  const calls = Array.from({ length: 20 }, (_, at) =>
    countForPlan(at % 2 === 0 ? db : other.db, withPlan(at % 3 === 0 ? owner : member), 'messages'),
  )
  expect(await outcomesOf(calls)).toEqual({ ok: 5, limit: 15 })
  const { code, params } = await failureOf(countForPlan(db, withPlan(owner), 'messages'))
  expect(code).toBe('errors:planSpent')
  expect(params).toEqual({ max: 5, retryAfterSeconds: expect.any(Number) })
  expect((params as { retryAfterSeconds: number }).retryAfterSeconds).toBeLessThanOrEqual(31 * 86_400)
})

test('each limit and each workspace has its own count, which begins again with the month', async () => {
  const { owner } = await createTeam(db)
  const [actor, stranger] = [withPlan(owner), withPlan((await createTeam(db)).owner)]
  sellPlan({ messages: 1, apiCalls: 1 })
  await countForPlan(db, actor, 'messages')
  await countForPlan(db, actor, 'apiCalls')
  await countForPlan(db, stranger, 'messages')
  expect((await failureOf(countForPlan(db, actor, 'messages'))).kind).toBe('limit')
  const key = `plan:messages:${owner.workspace.organizationId}`
  await db
    .update(limitCounter)
    .set({ resetsAt: sql`now()` })
    .where(eq(limitCounter.key, key))
  await countForPlan(db, actor, 'messages')
  expect((await failureOf(countForPlan(db, actor, 'messages'))).kind).toBe('limit')
})

test('what is rolled back was not used, and what is not limited is not counted', async () => {
  const { owner } = await createTeam(db)
  sellPlan({ messages: 1 })
  const rolledBack = db.transaction(async (tx) => {
    await countForPlan(tx, withPlan(owner), 'messages')
    throw new Error('Rolled back')
  })
  await expect(rolledBack).rejects.toThrow('Rolled back')
  await countForPlan(db, withPlan(owner), 'messages')
  const counters = await db.$count(limitCounter)
  await countForPlan(db, withPlan(owner), 'apiCalls')
  await countForPlan(db, owner, 'messages')
  expect(await db.$count(limitCounter)).toBe(counters)
})
