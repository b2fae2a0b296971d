import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sweepJob } from '@plinth/core/jobs/server'
import { actorOf, createUser } from '@plinth/testing/factories.ts'
import { testLog } from '@plinth/testing/test-database.ts'
import { addNote, notes, openNotes } from './notes.ts'

const { db } = await openNotes()

test('a deleted row is removed after its number of days and not before, by the clock of the database', async () => {
  const ada = actorOf(await createUser(db))
  const [used, fresh] = [await addNote(db, ada), await addNote(db, ada, { deletedAt: new Date() })]
  const { id: old } = await addNote(db, ada, { deletedAt: new Date() })
  await db.execute(sql`
    update note set deleted_at = now() - make_interval(days => case id when ${fresh.id} then 29 else 31 end)
    where deleted_at is not null`)
  const sweep = async (days: number) => {
    const job = sweepJob({ name: 'sweep-notes', table: notes, days: () => days, cron: '0 3 * * *' })
    await job.handler({ db, log: testLog, signal: new AbortController().signal, attempt: 1 }, {})
    return new Set((await db.select({ id: notes.id }).from(notes)).map(({ id }) => id))
  }
  expect(await sweep(0)).toEqual(new Set([used.id, fresh.id, old]))
  expect(await sweep(30)).toEqual(new Set([used.id, fresh.id]))
})
