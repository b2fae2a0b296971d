import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createId } from '#/lib/create-id.ts'
import { refuseLargeDeletes } from '@plinth/testing/refuse-large-deletes.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { mail } from './mail.table.server.ts'
import { sweepMail } from './sweep-mail.server.ts'

const { db } = await openTestDatabase()

async function write(
  subject: string,
  daysAgo: number,
  state: Partial<typeof mail.$inferInsert>,
): Promise<void> {
  const content = {
    to: 'ada@example.com',
    language: 'en',
    template: 'verifyEmail',
    text: '',
    html: '',
    links: [],
  }
  await db.insert(mail).values({
    id: createId(),
    subject,
    ...content,
    ...state,
    createdAt: new Date(Date.now() - daysAgo * 86_400_000),
  })
}

test('sent and failed mails are deleted after 30 days; pending ones stay, however old', async () => {
  const done = new Date()
  await write('sent, old', 31, { sentAt: done })
  await write('given up, old', 31, { failedAt: done })
  await write('sent, young', 29, { sentAt: done })
  await write('given up, young', 29, { failedAt: done })
  await write('waiting, very old', 400, {})
  expect(await sweepMail(db)).toBe(2)
  const left = await db
    .select({ subject: mail.subject })
    .from(mail)
    .orderBy(sql`subject`)
  expect(left.map(({ subject }) => subject)).toEqual(['given up, young', 'sent, young', 'waiting, very old'])
  expect(await sweepMail(db)).toBe(0)
})

test('a backlog is deleted in batches', async () => {
  await refuseLargeDeletes(db, mail)
  await write('sent, old', 31, { sentAt: new Date() })
  await db.execute(sql`
    insert into mail (id, "to", language, template, subject, text, html, links, created_at, sent_at)
    select 'old-' || n, "to", language, template, subject, text, html, links, created_at, sent_at
    from mail, generate_series(1, 2000) n where subject = 'sent, old'`)
  expect(await sweepMail(db)).toBe(2_001)
})
