import { expect, test } from 'vitest'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { mail } from './mail.table.server.ts'
import { listMailbox } from './mailbox.server.ts'

const { db } = await openTestDatabase()

function stored(id: string, to: string, minute: number) {
  const createdAt = new Date(Date.UTC(2026, 10, 20, 10, minute))
  return {
    id,
    to,
    language: 'en',
    template: 'verifyEmail',
    subject: `Subject ${id}`,
    text: 'text',
    html: '<p>html</p>',
    links: ['http://localhost:3000/go'],
    createdAt,
  }
}

test('the mailbox lists mails newest first, filters by address ignoring case, and respects the limit', async () => {
  await db.insert(mail).values([
    stored('b', 'ada@example.com', 1),
    {
      ...stored('a', 'Ben@example.com', 2),
      attachments: [{ name: 'Invoice.pdf', contentType: 'application/pdf', content: 'JVBERi0=' }],
    },
    stored('d', 'ada@example.com', 3),
    stored('c', 'ada@example.com', 3),
  ])
  const ids = async (options: Parameters<typeof listMailbox>[1]) =>
    (await listMailbox(db, options)).map(({ id }) => id)
  expect(await ids({ limit: 50 })).toEqual(['d', 'c', 'a', 'b'])
  expect(await ids({ limit: 2 })).toEqual(['d', 'c'])
  expect(await ids({ to: 'BEN@example.com', limit: 50 })).toEqual(['a'])
  expect(await ids({ to: '%@example.com', limit: 50 })).toEqual([])
  expect((await listMailbox(db, { to: 'ben@example.com', limit: 1 }))[0]).toEqual({
    id: 'a',
    to: 'Ben@example.com',
    subject: 'Subject a',
    text: 'text',
    html: '<p>html</p>',
    links: ['http://localhost:3000/go'],
    attachments: ['Invoice.pdf'],
    createdAt: new Date(Date.UTC(2026, 10, 20, 10, 2)),
  })
})
