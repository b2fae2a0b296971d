import { isNotNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { workspaceOf } from '@plinth/core/database/server'
import { actorOf, createUser } from '@plinth/testing/factories.ts'
import { refuseLargeDeletes } from '@plinth/testing/refuse-large-deletes.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { createThread } from '../tests/chat-rows.ts'
import { chatGenerationEvents, chatGenerations, chatThreads, chatUsage } from './chat.table.server.ts'
import { chatSettings, sweepChat, sweepGenerations } from './sweep-chat.server.ts'

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

test('a backlog of event logs, deleted threads and token counters is deleted in batches', async () => {
  for (const table of [chatGenerationEvents, chatThreads, chatUsage]) await refuseLargeDeletes(db, table)
  await db.execute(sql`
    insert into chat_usage (subject, day, tokens) select n::text, now() - interval '50 days', 1 from generate_series(1, 2001) n`)
  const ada = actorOf(await createUser(db))
  const { id: threadId } = await createThread(db, ada)
  const model = { id: 'x', label: 'X', isBuiltIn: true }
  const ended = { state: 'done', holder: 'x', leaseUntil: new Date(0), endedAt: new Date(0) } as const
  await db
    .insert(chatGenerations)
    .values({ id: 'over', threadId, userMessageId: 'question', model, ...ended })
  await db.execute(sql`
    insert into chat_run_event (run_id, seq, chunks) select 'over', n, '[]' from generate_series(1, 2001) n`)
  const thread = {
    ...workspaceOf(ada),
    title: 'x',
    headId: 'question',
    page: 'general',
    deletedAt: new Date(0),
  } as const
  await db
    .insert(chatThreads)
    .values(
      Array.from({ length: 2_001 }, (_, at) => ({ ...thread, id: `old-${at}`, createdById: ada.userId })),
    )
  await sweepChat(db)
  expect(await db.$count(chatGenerationEvents)).toBe(0)
  expect(await db.$count(chatUsage)).toBe(0)
  expect(await db.$count(chatThreads, isNotNull(chatThreads.deletedAt))).toBe(0)
})
