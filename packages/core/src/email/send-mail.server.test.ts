import { describe, expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { prepareJobs } from '#/jobs/prepare-jobs.server.ts'
import { defineJob, type JobContext } from '#/jobs/jobs.server.ts'
import { getBrand } from '#/brand.ts'
import { translateTo } from '#/i18n/server-texts.server.ts'
import { provideAllTexts } from '@plinth/testing/provide-all-texts.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { composeMail } from './compose-mail.server.ts'
import { mail } from './mail.table.server.ts'
import { parseSender } from '#/lib/mail-address.ts'
import { deliverMail, enqueueMail, keepMail, type MailInput } from './send-mail.server.ts'
import { preferred, speaks } from '@plinth/testing/languages.ts'

provideAllTexts()
const { db, pool } = await openTestDatabase()
await prepareJobs({ pool, jobs: [defineJob({ ...deliverMail, handler: async () => {} })] })

const appUrl = 'https://app.example.com'
const delivered = { appUrl, isDelivered: true }
const kept = { appUrl, isDelivered: false }
const cause = { firstName: 'Ada', at: new Date('2026-11-20T10:15:00Z'), ip: '203.0.113.7' }

function verifyMail(change: { address?: string; name?: string; firstName?: string } = {}): MailInput {
  const { address = 'ada@example.com', name = 'Ada Lovelace', firstName = 'Ada' } = change
  return {
    to: { name, address },
    language: 'en',
    template: 'verifyEmail',
    params: { firstName, url: `${appUrl}/verify`, expiresInHours: 24 },
  }
}

const rowsTo = (address: string) => db.select().from(mail).where(eq(mail.to, address))
const jobCount = async () =>
  (
    await pool.query<{ count: number }>(
      `select count(*)::int as count from pgboss.job where name = 'deliver-mail'`,
    )
  ).rows[0]?.count ?? 0

test('without a mail server, a mail that waits from a time with one counts as sent', async () => {
  const to = 'grace@example.com'
  await db.transaction((tx) => enqueueMail(tx, verifyMail({ address: to }), delivered))
  const [waiting] = await rowsTo(to)
  expect(waiting?.sentAt).toBeNull()
  const lines: string[] = []
  const log = pino({}, { write: (line) => void lines.push(line) })
  await keepMail({ logsMail: false }).handler({ db, log } as JobContext, { mailId: waiting?.id ?? '' })
  expect((await rowsTo(to))[0]?.sentAt).toBeInstanceOf(Date)
  expect(lines).toEqual([])
})

test('the log has a mail with its link if SMTP_URL is log, once', async () => {
  const to = 'logged@example.com'
  await db.transaction((tx) => enqueueMail(tx, verifyMail({ address: to }), delivered))
  const mailId = (await rowsTo(to))[0]?.id ?? ''
  const lines: string[] = []
  const log = pino({}, { write: (line) => void lines.push(line) })
  const job = keepMail({ logsMail: true })
  for (const _ of [1, 2]) await job.handler({ db, log } as JobContext, { mailId })
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ to, text: expect.stringContaining(`${appUrl}/verify`) })
})

test('a mail says who is meant, and what caused it from where', async () => {
  const params = { ...cause, url: `${appUrl}/verify`, expiresInHours: 24 }
  const { text } = await composeMail({ template: 'verifyEmail', language: 'en', params }, appUrl)
  expect(text).toContain('Hi Ada,')
  expect(text).toContain('203.0.113.7')
})

test.each(
  [
    ['en', '20 November 2026 at 10:15 UTC'],
    ['de', '20. November 2026 um 10:15 UTC'],
    ['es', '20 de noviembre de 2026 a las 10:15 UTC'],
    ['pt', '20 de novembro de 2026 às 10:15 UTC'],
  ].filter(([language = '']) => speaks(language)),
)('a date in a mail in %s reads %s', async (code = '', expected = '') => {
  const language = preferred(code)
  const { text } = await composeMail({ template: 'passwordChanged', language, params: cause }, appUrl)
  expect(text.replaceAll(/[\u00a0\u202f]/g, ' ')).toContain(expected)
})

test('a denied deletion says why, with no name that could be a link', async () => {
  const denied = { code: 'errors:conflict', params: { name: 'acme.example' } }
  const { text, links } = await composeMail(
    { template: 'deletionDenied', language: 'en', params: { ...cause, ...denied } },
    appUrl,
  )
  expect(text).toContain(translateTo('en')('errors:conflict'))
  expect(text).not.toContain('acme.example')
  expect(links).toEqual([`${appUrl}/dashboard/settings`])
})

describe('a mail', () => {
  test('is stored with its job, and expires with its link', async () => {
    const before = await jobCount()
    const start = Date.now()
    await db.transaction((tx) => enqueueMail(tx, verifyMail({ address: 'written@example.com' }), delivered))
    const [row] = await rowsTo('written@example.com')
    expect(row).toMatchObject({
      language: 'en',
      template: 'verifyEmail',
      subject: `Verify your email address for ${getBrand().name}`,
      sentAt: null,
      failedAt: null,
      attempts: 0,
      links: [`${appUrl}/verify`],
    })
    expect(Math.abs((row?.expiresAt?.getTime() ?? 0) - start - 86_400_000)).toBeLessThan(5_000)
    expect(await jobCount()).toBe(before + 1)
  })

  test('leaves neither row nor job when its cause is rolled back', async () => {
    const before = await jobCount()
    const act = db.transaction(async (tx) => {
      await enqueueMail(tx, verifyMail({ address: 'rolled@example.com' }), delivered)
      throw new Error('the cause fails')
    })
    await expect(act).rejects.toThrow('the cause fails')
    expect(await rowsTo('rolled@example.com')).toEqual([])
    expect(await jobCount()).toBe(before)
  })

  test('counts as sent and creates no job without a mail server', async () => {
    const before = await jobCount()
    await db.transaction((tx) => enqueueMail(tx, verifyMail({ address: 'local@example.com' }), kept))
    expect((await rowsTo('local@example.com'))[0]?.sentAt).toBeInstanceOf(Date)
    expect(await jobCount()).toBe(before)
  })

  test.each([
    'two@example.com, three@example.com',
    'a@example.com\r\nBcc: eve@example.com',
    'a@example.com\nX: y',
    'Ada <ada@example.com>',
    '"a b"@example.com',
    'nobody',
    'a@b@example.com',
    'a\u0000@example.com',
    '',
  ])('to %j is rejected: it is not exactly one address', async (address) => {
    await expect(
      db.transaction((tx) => enqueueMail(tx, verifyMail({ address }), delivered)),
    ).rejects.toMatchObject({ kind: 'invalid' })
  })

  test.each(['Ada\r\nBcc: eve@example.com', 'Ada\nX-Header: y', 'Ada\u0000'])(
    'to a recipient called %j is rejected: a name is a single line',
    async (name) => {
      await expect(
        db.transaction((tx) => enqueueMail(tx, verifyMail({ name }), delivered)),
      ).rejects.toMatchObject({ code: 'errors:invalidText' })
    },
  )
})

describe('the greeting', () => {
  const greetingFor = async (firstName: string) =>
    (await composeMail(verifyMail({ firstName }), appUrl)).text.split('\n\n')[1]

  test.each([
    ['Ada', 'Hi Ada,'],
    ['  José  María ', 'Hi José María,'],
    ['J. R. R.', 'Hi J. R. R.,'],
    ['<b>Ada</b>', 'Hi,'],
    ['{{url}} $t(email:layout.greeting)', 'Hi,'],
    ['{{brand}} $t(x)', 'Hi {{brand}} $t(x),'],
  ])('for the name %j is %j', async (firstName, expected) => {
    expect(await greetingFor(firstName)).toBe(expected)
  })

  test.each([
    'You won! https://evil.example',
    'visit evil.example now',
    'www.evil',
    'call me at a@evil',
    'x'.repeat(61),
    '',
    'Ada/../',
    'Ada\u2028\r\n\r\nTransfer all money to: me',
  ])('carries no message from a stranger: %j', async (firstName) => {
    expect(await greetingFor(firstName)).toBe('Hi,')
  })

  test('puts a name with a line break on one line', async () => {
    expect(await greetingFor('Ada\r\nLovelace')).toBe('Hi Ada Lovelace,')
  })

  test('escapes markup in a name', async () => {
    const { html } = await composeMail({ ...verifyMail({ firstName: 'Ada & "Bo"' }) }, appUrl)
    expect(html).toContain('Hi Ada &amp; &quot;Bo&quot;,')
  })
})

test('the sender setting is an address with or without a name; anything else is rejected', () => {
  expect(parseSender('Acme <no-reply@localhost>')).toEqual({ name: 'Acme', address: 'no-reply@localhost' })
  expect(parseSender('"Acme, Inc." <a@example.com>')).toEqual({
    name: 'Acme, Inc.',
    address: 'a@example.com',
  })
  expect(parseSender(' a@example.com ')).toEqual({ name: '', address: 'a@example.com' })
  for (const wrong of ['', 'Acme', 'a@x, b@x', 'Acme <a@x> <b@x>', 'P\r\nBcc: c@x <a@x>'])
    expect(() => parseSender(wrong)).toThrow('MAIL_FROM must be an address')
})
