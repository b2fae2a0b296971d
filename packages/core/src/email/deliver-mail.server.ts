import { and, eq, getTableColumns, isNull, lt, sql } from 'drizzle-orm'
import { createTransport, type Transporter } from 'nodemailer'
import type { Db } from '#/db/database.server.ts'
import { defineJob, type JobContext, type JobDefinition } from '#/jobs/jobs.server.ts'
import type { Log } from '#/log/log.server.ts'
import { isLoopbackHost } from '#/lib/loopback.ts'
import { mail } from './mail.table.server.ts'
import { parseSender, type MailAddress } from '#/lib/mail-address.ts'
import { deliverMail } from './send-mail.server.ts'

/** Attempts at a mail that the server keeps deferring: about five hours. */
const MAX_TRIES = 12
/** How long a mail waits for a server that can't be reached or used at all. */
const MAX_AGE_DAYS = 5
const CONNECTIONS = 3

export type MailerOptions = {
  smtpUrl: string
  /** MAIL_FROM. */
  from: string
  /** MAIL_REPLY_TO. */
  replyTo?: string | undefined
  appUrl: string
  log: Log
  /** Shorter in tests. */
  timing?: {
    retryDelaySeconds?: number
    retryDelayMaxSeconds?: number
    connectTimeoutMs?: number
    socketTimeoutMs?: number
  }
}

export type Mailer = {
  /** For startJobs. */
  job: JobDefinition<{ mailId: string }>
  /** Closes idle connections; call it after the jobs have stopped. */
  close(): void
}

/** `isExpired` and `isTooOld` are by the database's clock. */
type StoredMail = typeof mail.$inferSelect & { isExpired: boolean; isTooOld: boolean }
type Addresses = { from: Required<MailAddress>; replyTo?: Required<MailAddress> }
type Outcome = { isForGood: boolean; isAboutThisMail: boolean; description: string }

/**
 * The worker that sends the outbox by SMTP. Each mail is sent once; a second copy, with the same Message-ID,
 * is possible only when the connection is lost between the message and the server's response. Throws Error
 * when MAIL_FROM is not an address.
 */
export function createMailer({ smtpUrl, from, replyTo, appUrl, log, timing = {} }: MailerOptions): Mailer {
  const {
    retryDelaySeconds = 20,
    retryDelayMaxSeconds = 3_600,
    connectTimeoutMs = 10_000,
    socketTimeoutMs = 20_000,
  } = timing
  const addresses = {
    from: parseSender(from),
    ...(replyTo === undefined ? {} : { replyTo: parseSender(replyTo) }),
  }
  const host = new URL(appUrl).hostname
  const transport = openTransport(smtpUrl, { connectTimeoutMs, socketTimeoutMs })
  // The next mail reopens a lost connection; without a listener the event would end the process.
  transport.on('error', (error) => log.warn({ err: error }, 'the connection to the mail server was lost'))

  const job = defineJob<{ mailId: string }>({
    name: deliverMail.name,
    concurrency: CONNECTIONS,
    timeoutSeconds: 120,
    // `isOver` decides when to give up, by the attempts and age of the mail.
    retryLimit: 500,
    retryDelaySeconds,
    retryBackoff: true,
    retryDelayMaxSeconds,
    handler: (context, { mailId }) =>
      deliver(context, { mailId, send: (stored) => transport.sendMail(toMessage(stored, addresses, host)) }),
  })
  return { job, close: () => transport.close() }
}

async function deliver(
  { db, log, attempt }: JobContext,
  { mailId, send }: { mailId: string; send(stored: StoredMail): Promise<unknown> },
): Promise<void> {
  const stored = await claim(db, mailId, attempt)
  if (!stored) return
  const about = { mailId, template: stored.template }
  if (stored.isExpired) {
    await giveUp(db, mailId, 'expired')
    log.warn(about, 'a mail was dropped because its link or code has expired')
    return
  }
  try {
    await send(stored)
  } catch (thrown) {
    const error = nameless(thrown, stored.to)
    const outcome = readFailure(error)
    if (isOver(stored, outcome)) {
      await giveUp(db, mailId, outcome.description)
      log.error({ ...about, err: error }, 'a mail was not delivered, no more attempts')
      return
    }
    await db.update(mail).set({ lastError: outcome.description }).where(eq(mail.id, mailId))
    throw error
  }
  if (stored.isForgotten) await db.delete(mail).where(eq(mail.id, mailId))
  else
    await db
      .update(mail)
      .set({ sentAt: sql`now()`, lastError: null })
      .where(eq(mail.id, mailId))
  log.info(about, 'a mail was sent')
}

/**
 * Claims the mail for this attempt. A worker that stalled and was replaced by the queue has a lower attempt
 * number and gets nothing.
 */
async function claim(db: Db, mailId: string, attempt: number): Promise<StoredMail | undefined> {
  const [stored] = await db
    .update(mail)
    .set({ attempts: attempt })
    .where(and(eq(mail.id, mailId), isNull(mail.sentAt), isNull(mail.failedAt), lt(mail.attempts, attempt)))
    .returning({
      ...getTableColumns(mail),
      isExpired: sql<boolean>`coalesce(${mail.expiresAt} <= now(), false)`,
      isTooOld: sql<boolean>`${mail.createdAt} < now() - make_interval(days => ${MAX_AGE_DAYS})`,
    })
  return stored
}

async function giveUp(db: Db, mailId: string, lastError: string): Promise<void> {
  await db
    .update(mail)
    .set({ failedAt: sql`now()`, lastError })
    .where(and(eq(mail.id, mailId), isNull(mail.sentAt)))
}

function isOver(stored: StoredMail, { isForGood, isAboutThisMail }: Outcome): boolean {
  if (isForGood) return true
  if (isAboutThisMail && stored.attempts >= MAX_TRIES) return true
  return stored.isTooOld
}

/** The error without the recipient, whom servers repeat: the log and the rows of jobs would keep it. */
function nameless(error: unknown, address: string): Error {
  const { message, code, command, responseCode } = error as Partial<NodeJS.ErrnoException> & Failed
  const text = String(message ?? error)
    .replaceAll(address, RECIPIENT)
    .replaceAll(address.toLowerCase(), RECIPIENT)
  return Object.assign(new Error(text), { code, command, responseCode })
}

const RECIPIENT = '(recipient)'
type Failed = { command?: string; responseCode?: number }

/**
 * Only a response to the recipient or the message concerns this mail; greeting, sign-in and sender concern
 * our account on the server.
 */
function readFailure(error: Error & Failed): Outcome {
  const { command, responseCode, message } = error
  const isAboutThisMail = responseCode !== undefined && (command === 'RCPT TO' || command === 'DATA')
  return {
    isAboutThisMail,
    isForGood: isAboutThisMail && responseCode >= 500,
    description: message.slice(0, 500),
  }
}

function toMessage(stored: StoredMail, addresses: Addresses, host: string) {
  return {
    messageId: `<${stored.id}@${host}>`,
    date: stored.createdAt,
    ...addresses,
    ...(stored.replyTo && { replyTo: stored.replyTo }),
    to: { name: '', address: stored.to },
    subject: stored.subject,
    text: stored.text,
    html: stored.html,
    attachments: (stored.attachments ?? []).map(({ name, contentType, content }) => ({
      filename: name,
      contentType,
      content,
      encoding: 'base64',
    })),
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': stored.language },
    // The content of a mail must never make this server read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/**
 * Uses only scheme, host, port and credentials of the URL, so nothing in it can disable the check of the
 * server's certificate.
 */
function openTransport(
  smtpUrl: string,
  { connectTimeoutMs, socketTimeoutMs }: { connectTimeoutMs: number; socketTimeoutMs: number },
): Transporter {
  const url = new URL(smtpUrl)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isSecure = url.protocol === 'smtps:'
  const auth = url.username
    ? { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
    : undefined
  return createTransport({
    pool: true,
    maxConnections: CONNECTIONS,
    host,
    port: url.port ? Number(url.port) : isSecure ? 465 : 587,
    secure: isSecure,
    // Never sends a password to another machine unencrypted.
    requireTLS: auth !== undefined && !isSecure && !isLoopbackHost(host),
    ...(auth ? { auth } : {}),
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    dnsTimeout: connectTimeoutMs,
    socketTimeout: socketTimeoutMs,
  })
}
