import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { eq } from 'drizzle-orm'
import { getLanguages, type Language } from '#/i18n/languages.ts'
import { translateTo } from '#/i18n/server-texts.server.ts'
import { startJobs } from '#/jobs/jobs.server.ts'
import { prepareJobs } from '#/jobs/prepare-jobs.server.ts'
import type { Log } from '#/log/log.server.ts'
import { getBrand } from '#/brand.ts'
import { provideAllTexts } from '@plinth/testing/provide-all-texts.ts'
import { startSmtpServer, type TestSmtpServer } from '@plinth/testing/servers/smtp-server.ts'
import { openTestDatabase, testLog } from '@plinth/testing/test-database.ts'
import { createMailer, type Mailer } from './deliver-mail.server.ts'
import { mail } from './mail.table.server.ts'
import { enqueueMail } from './send-mail.server.ts'

provideAllTexts()
const { db, pool } = await openTestDatabase()
const appUrl = 'https://app.example.com'
const timing = { pollSeconds: 0.5, heartbeatSeconds: 10, monitorSeconds: 1, drainSeconds: 1 }

async function mailServer(options: { offersTls?: boolean } = {}): Promise<TestSmtpServer> {
  const server = await startSmtpServer(options)
  onTestFinished(() => server.close())
  return server
}

function mailer(smtpUrl: string, change: { log?: Log; socketTimeoutMs?: number } = {}): Mailer {
  const { log = testLog, socketTimeoutMs = 5_000 } = change
  const made = createMailer({
    smtpUrl,
    from: 'Acme <no-reply@app.example.com>',
    replyTo: 'help@app.example.com',
    appUrl,
    log,
    timing: { retryDelaySeconds: 1, retryDelayMaxSeconds: 1, connectTimeoutMs: 2_000, socketTimeoutMs },
  })
  onTestFinished(() => made.close())
  return made
}

async function startWorker({ job }: Mailer, log = testLog): Promise<void> {
  const running = await startJobs({ db, pool, log, jobs: [job], timing })
  onTestFinished(() => running.stop())
}

/** Enqueues a mail to its own mailbox and returns its id. */
async function write(name: string, language: Language = 'en'): Promise<string> {
  const address = `${name}@example.com`
  await db.transaction((tx) =>
    enqueueMail(
      tx,
      {
        to: { name: 'Ada Lovelace', address },
        language,
        template: 'resetPassword',
        params: {
          firstName: 'Ada',
          url: `${appUrl}/reset?token=${name}`,
          expiresInMinutes: 60,
          ip: '203.0.113.7',
        },
      },
      { appUrl, isDelivered: true },
    ),
  )
  const [row] = await db.select({ id: mail.id }).from(mail).where(eq(mail.to, address))
  return row?.id ?? ''
}

async function stored(id: string) {
  const [row] = await db.select().from(mail).where(eq(mail.id, id))
  if (!row) throw new Error('The mail is gone')
  return row
}

const sent = (id: string, timeout = 30_000) =>
  vi.waitFor(async () => expect((await stored(id)).sentAt).toBeInstanceOf(Date), { timeout, interval: 50 })
const failed = (id: string) =>
  vi.waitFor(async () => expect((await stored(id)).failedAt).toBeInstanceOf(Date), {
    timeout: 30_000,
    interval: 50,
  })

/** Runs one attempt of the job, as the worker does. */
function tryOnce({ job }: Mailer, mailId: string, attempt: number) {
  return job.handler({ db, log: testLog, signal: new AbortController().signal, attempt }, { mailId })
}

describe('a delivered mail', () => {
  test('has one recipient, the right headers and both parts, in every language', async () => {
    const server = await mailServer()
    await startWorker(mailer(server.url))
    for (const language of getLanguages()) {
      const id = await write(`parts-${language}`, language)
      await sent(id)
      const { recipients, mail: parsed } = server.received.at(-1) ?? { recipients: [], mail: undefined }
      expect(recipients).toEqual([`parts-${language}@example.com`])
      expect(parsed?.to).toEqual([{ address: `parts-${language}@example.com`, name: '' }])
      expect(parsed?.from).toEqual({ address: 'no-reply@app.example.com', name: 'Acme' })
      expect(parsed?.replyTo).toEqual([{ address: 'help@app.example.com', name: '' }])
      const subject = translateTo(language)('sign-in-mails:resetPassword.subject', { brand: getBrand().name })
      expect(parsed?.subject).toBe(subject)
      expect(parsed?.messageId).toBe(`<${id}@app.example.com>`)
      expect(parsed?.headers).toContainEqual(
        expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
      )
      expect(parsed?.headers.map(({ key }) => key).toSorted()).toEqual([
        'auto-submitted',
        'content-language',
        'content-type',
        'date',
        'from',
        'message-id',
        'mime-version',
        'reply-to',
        'subject',
        'to',
      ])
      const row = await stored(id)
      expect(parsed?.text?.trim()).toBe(row.text.trim())
      expect(parsed?.html).toContain(`${appUrl}/reset?token=parts-${language}`)
      expect(row).toMatchObject({ attempts: 1, lastError: null, failedAt: null })
    }
    expect(server.received).toHaveLength(getLanguages().length)
  })

  test('may have been enqueued before the worker started', async () => {
    const server = await mailServer()
    const made = mailer(server.url)
    await prepareJobs({ pool, jobs: [made.job] })
    const id = await write('restart')
    await startWorker(made)
    await sent(id)
    expect(server.received).toHaveLength(1)
  })
})

describe('a mail server', () => {
  test('that is down delays mail and loses none', async () => {
    const server = await mailServer()
    server.behaviour.isDown = true
    await startWorker(mailer(server.url))
    const ids = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => write(`down-${name}`)))
    await vi.waitFor(async () => expect((await stored(ids[0] ?? '')).attempts).toBeGreaterThan(1), 30_000)
    expect(server.seen).toEqual([])
    server.behaviour.isDown = false
    for (const id of ids) await sent(id)
    expect(server.received.flatMap(({ recipients }) => recipients).toSorted()).toEqual(
      ['a', 'b', 'c', 'd', 'e'].map((name) => `down-${name}@example.com`),
    )
  })

  test('that is slow gets each mail once', async () => {
    const server = await mailServer()
    server.behaviour.delayMs = 1_500
    await startWorker(mailer(server.url))
    const ids = await Promise.all(['a', 'b', 'c'].map((name) => write(`slow-${name}`)))
    for (const id of ids) await sent(id)
    expect(server.seen).toHaveLength(3)
  })

  test('that drops the connection instead of responding may get a second copy, with the same Message-ID', async () => {
    const server = await mailServer()
    server.behaviour.cutAfterData = 1
    await startWorker(mailer(server.url))
    const id = await write('cut')
    await sent(id)
    expect(server.seen.map(({ mail: parsed }) => parsed.messageId)).toEqual([
      `<${id}@app.example.com>`,
      `<${id}@app.example.com>`,
    ])
    expect(server.received).toHaveLength(1)
  })

  test('that never responds runs into a timeout, and the mail is retried', async () => {
    const server = await mailServer()
    server.behaviour.delayMs = 60_000
    const made = mailer(server.url, { socketTimeoutMs: 500 })
    await startWorker(made)
    const id = await write('silent')
    await vi.waitFor(async () => expect((await stored(id)).lastError).toMatch(/timeout/i), 30_000)
    server.behaviour.delayMs = 0
    await sent(id)
  })

  test.each([{ recipientCode: 451 }, { messageCode: 452 }, { senderCode: 550 }])(
    'that responds %j gets the mail again later',
    async (behaviour) => {
      const server = await mailServer()
      Object.assign(server.behaviour, behaviour)
      await startWorker(mailer(server.url))
      const id = await write(`later-${Object.keys(behaviour).join()}`)
      await vi.waitFor(
        async () => expect((await stored(id)).lastError).toContain('Refused by the test'),
        30_000,
      )
      expect(await stored(id)).toMatchObject({ failedAt: null })
      for (const key of Object.keys(behaviour)) Reflect.deleteProperty(server.behaviour, key)
      await sent(id)
      expect(server.received).toHaveLength(1)
    },
  )

  test.each([{ recipientCode: 550 }, { messageCode: 554 }])(
    'that responds %j permanently ends the attempts and logs an error',
    async (behaviour) => {
      const server = await mailServer()
      Object.assign(server.behaviour, behaviour)
      const lines: Record<string, unknown>[] = []
      const log = pino(
        { level: 'error' },
        { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
      )
      await startWorker(mailer(server.url), log)
      const id = await write(`dead-${Object.keys(behaviour).join()}`)
      await failed(id)
      await sleep(1_500)
      expect(await stored(id)).toMatchObject({
        attempts: 1,
        sentAt: null,
        lastError: expect.stringContaining('Refused by the test') as string,
      })
      expect(lines.map(({ msg, mailId }) => ({ msg, mailId }))).toEqual([
        { msg: 'a mail was not delivered, no more attempts', mailId: id },
      ])
    },
  )

  test('with an untrusted certificate gets no mail', async () => {
    const server = await mailServer({ offersTls: true })
    const made = mailer(`${server.url}?tls.rejectUnauthorized=false`)
    await prepareJobs({ pool, jobs: [made.job] })
    const id = await write('untrusted')
    await expect(tryOnce(made, id, 1)).rejects.toThrow(/certificate/i)
    expect(server.seen).toEqual([])
  })
})

describe('an attempt', () => {
  test('is made once, even by parallel workers, and never by an outdated one', async () => {
    const server = await mailServer()
    server.behaviour.delayMs = 200
    const made = mailer(server.url)
    await prepareJobs({ pool, jobs: [made.job] })
    const id = await write('two-workers')
    await Promise.all([1, 2, 3, 4].map(() => tryOnce(made, id, 2)))
    await tryOnce(made, id, 1)
    await tryOnce(made, id, 3)
    expect(server.seen).toHaveLength(1)
  })

  test('is not made for a mail whose link has expired', async () => {
    const server = await mailServer()
    const made = mailer(server.url)
    const id = await write('expired')
    await db
      .update(mail)
      .set({ expiresAt: new Date(Date.now() - 1_000) })
      .where(eq(mail.id, id))
    await tryOnce(made, id, 1)
    expect(await stored(id)).toMatchObject({
      sentAt: null,
      failedAt: expect.any(Date) as Date,
      lastError: 'expired',
    })
    expect(server.seen).toEqual([])
  })

  test('is the last after a server has deferred the mail twelve times', async () => {
    const server = await mailServer()
    server.behaviour.recipientCode = 451
    const made = mailer(server.url)
    const id = await write('twelve')
    for (let attempt = 1; attempt < 12; attempt++)
      await expect(tryOnce(made, id, attempt)).rejects.toThrow('451')
    expect((await stored(id)).failedAt).toBeNull()
    await tryOnce(made, id, 12)
    expect((await stored(id)).failedAt).toBeInstanceOf(Date)
  })

  test('is not the last while the server is unreachable, until the mail is five days old', async () => {
    // No other process gets a port this low.
    const made = mailer('smtp://127.0.0.1:1')
    const id = await write('away')
    await expect(tryOnce(made, id, 40)).rejects.toThrow('ECONNREFUSED')
    await db
      .update(mail)
      .set({ createdAt: new Date(Date.now() - 5.1 * 86_400_000), expiresAt: null })
      .where(eq(mail.id, id))
    await tryOnce(made, id, 41)
    expect((await stored(id)).failedAt).toBeInstanceOf(Date)
  })
})
