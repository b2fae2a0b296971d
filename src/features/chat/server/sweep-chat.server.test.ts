import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { actorOf, createUser } from '../../../../tests/support/factories.ts'
import { openTestDatabase } from '../../../../tests/support/test-database.ts'
import { createThread } from '../tests/chat-rows.ts'
import { chatGenerations } from './chat.table.server.ts'
import { chatSettings, sweepGenerations } from './sweep-chat.server.ts'

const { db } = await openTestDatabase()

test('a generation is removed its number of days after its end and not before, by the clock of the database', async () => {
  const ada = actorOf(await createUser(db))
  const model = { id: 'x', label: 'X', isBuiltIn: true }
  for (const days of [364, 366]) {
    const { id: threadId } = await createThread(db, ada)
    const at = sql`now() - make_interval(days => ${days})`
    const ended = { state: 'done', holder: 'x', leaseUntil: at, endedAt: at } as const
    await db
      .insert(chatGenerations)
      .values({ id: `ended-${days}`, threadId, userMessageId: 'question', model, ...ended })
  }
  expect(await sweepGenerations(db, { days: 365 })).toBe(1)
  expect(await db.select({ id: chatGenerations.id }).from(chatGenerations)).toEqual([{ id: 'ended-364' }])
})

test('RETENTION_DAYS_RUNS needs a valid number of days', () => {
  expect(() => chatSettings.parse({ RETENTION_DAYS_RUNS: 'x' })).toThrow('RETENTION_DAYS_RUNS')
})
