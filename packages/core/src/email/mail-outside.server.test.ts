import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { startJobs } from '#/jobs/jobs.server.ts'
import { prepareJobs } from '#/jobs/prepare-jobs.server.ts'
import { provideAllTexts } from '@plinth/testing/provide-all-texts.ts'
import { startSmtpServer, type SmtpBehaviour } from '@plinth/testing/servers/smtp-server.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { createMailer } from './deliver-mail.server.ts'
import type { MailAddress } from '#/lib/mail-address.ts'
import { type MailAttachment, mailOutside } from './mail-outside.server.ts'

provideAllTexts()
const { db, pool } = await openTestDatabase()
const settings = { appUrl: 'https://app.example.com', isDelivered: true }
const invoice = new Uint8Array(100_000).map((_, index) => index % 251)
const pdf = { name: 'Rechnung Ä 1.pdf', contentType: 'application/pdf', content: invoice }

const write = (address: string, attachments: MailAttachment[] = [pdf], replyTo?: MailAddress) =>
  db.transaction((tx) =>
    mailOutside(
      tx,
      {
        to: { name: 'Carla Kundin', address },
        language: 'en',
        template: 'resetPassword',
        params: { url: `${settings.appUrl}/reset`, expiresInMinutes: 60 },
        attachments,
        ...(replyTo && { replyTo }),
      },
      settings,
    ),
  )

/** Starts a worker with a real mail server, and returns what the log says. */
async function startWorker(behaviour: SmtpBehaviour = {}) {
  const smtp = await startSmtpServer()
  Object.assign(smtp.behaviour, behaviour)
  const lines: string[] = []
  const log = pino({}, { write: (line) => void lines.push(line) })
  const timing = { retryDelaySeconds: 1, retryDelayMaxSeconds: 1 }
  const mailer = createMailer({
    smtpUrl: smtp.url,
    from: 'a@app.example.com',
    appUrl: settings.appUrl,
    log,
    timing,
  })
  await prepareJobs({ pool, jobs: [mailer.job] })
  const fast = { pollSeconds: 0.5, heartbeatSeconds: 10, monitorSeconds: 1, drainSeconds: 1 }
  const running = await startJobs({ db, pool, log, jobs: [mailer.job], timing: fast })
  onTestFinished(async () => {
    await running.stop()
    mailer.close()
    await smtp.close()
  })
  return { smtp, lines }
}

/** Every row of every table that holds the text, by the table's name. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema in ('public', 'pgboss')`,
  )
  const found: string[] = []
  for (const { name } of rows) {
    const { rowCount } = await pool.query(`select 1 from ${name} t where t::text ilike $1 limit 1`, [
      `%${text}%`,
    ])
    if (rowCount) found.push(name)
  }
  return found
}

test('a mail to no user arrives with its attachment, and afterwards nothing is left of its recipient', async () => {
  const { smtp, lines } = await startWorker({ delayMs: 1_500 })
  await write('Carla@kundin.example', [pdf], { name: 'Acme', address: 'office@acme.example' })
  expect(await tablesWith('carla')).toEqual(['public.mail'])
  await expect.poll(() => smtp.received, { timeout: 20_000 }).toHaveLength(1)
  const [{ mail, recipients } = { mail: undefined, recipients: [] }] = smtp.received
  expect(recipients).toEqual(['Carla@kundin.example'])
  expect(mail?.text).toContain(`${settings.appUrl}/reset`)
  expect(mail?.replyTo).toEqual([{ name: 'Acme', address: 'office@acme.example' }])
  const [attached] = mail?.attachments ?? []
  expect(attached).toMatchObject({ filename: pdf.name, mimeType: pdf.contentType })
  expect(new Uint8Array(attached?.content as ArrayBuffer)).toEqual(invoice)
  await expect.poll(() => tablesWith('carla'), { timeout: 10_000 }).toEqual([])
  expect(lines.join()).toContain('a mail was sent')
  expect(lines.join()).not.toMatch(/carla/i)
})

test('one that a server rejects waits for an administrator; log and jobs do not name the recipient', async () => {
  const { lines } = await startWorker({ recipientCode: 550 })
  await write('Dora@kundin.example')
  await expect.poll(() => lines.join(), { timeout: 20_000 }).toContain('a mail was not delivered')
  const { rows } = await db.execute(sql`select last_error from mail where "to" like 'Dora%'`)
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toMatch(/dora/i)
  expect(await tablesWith('dora')).toEqual(['public.mail'])
  expect(lines.join()).not.toMatch(/dora/i)
})

test('one address gets twenty a day, and a mail 7 MB in ten files', async () => {
  for (let sent = 0; sent < 20; sent++) await write('flooded@kundin.example', [])
  await expect(write('FLOODED@kundin.example', [])).rejects.toMatchObject({ kind: 'limit' })
  await expect(
    write('other@kundin.example', [{ ...pdf, content: new Uint8Array(7_400_000) }]),
  ).rejects.toMatchObject({
    kind: 'too_large',
  })
  await expect(
    write(
      'other@kundin.example',
      Array.from({ length: 11 }, () => pdf),
    ),
  ).rejects.toMatchObject({
    kind: 'too_large',
  })
  await expect(
    write('other@kundin.example', [], { name: 'Acme', address: 'a@acme.example\r\nBcc: x' }),
  ).rejects.toMatchObject({ kind: 'invalid' })
  for (const wrong of [{ name: 'a\r\nBcc: x' }, { name: '' }, { contentType: 'text/html\r\nX: y' }])
    await expect(write('other@kundin.example', [{ ...pdf, ...wrong }])).rejects.toMatchObject({
      kind: 'invalid',
    })
})
