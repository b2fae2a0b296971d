import { attachmentFiles } from '#/attachments/sweep-attachments.server.ts'
import { sweepAudit } from '#/audit/sweep-audit.server.ts'
import { keepBackup, openBackups } from '#/backup/kept-backups.server.ts'
import { sweepAuth } from '#/auth/sweep-auth.server.ts'
import { sweepMail } from '#/email/sweep-mail.server.ts'
import type { Application } from '#/feature.server.ts'
import { defineJob, type JobDefinition } from '#/jobs/jobs.server.ts'
import { sweepLimits } from '#/limits/limits.server.ts'
import { formatRowsJob } from '#/markdown/format-rows.server.ts'
import { readInstallationId } from '#/storage/installation.server.ts'
import { ownFiles, sweepFiles, sweepOwnedFiles } from '#/storage/sweep-files.server.ts'
import { installed, serverFeatures } from './installed.server.ts'
import { keyed, merged } from './merged.ts'

/** An upload without a write for this long is abandoned. */
export const INTERRUPTED_AFTER_MS = 120_000

ownFiles(attachmentFiles)

export type ApplicationJobs = { jobs: JobDefinition[]; close(): void }

/**
 * Returns every job of the application. Without SMTP_URL mail isn't delivered: it stays in the mailbox.
 * Throws if two features name a job alike.
 */
export async function applicationJobs(application: Application): Promise<ApplicationJobs> {
  const all = merged('the job', [
    { name: 'core', entries: keyed(coreJobs(application), nameOf) },
    ...serverFeatures().map(({ name, jobs }) => ({
      name,
      entries: keyed(jobs?.(application, installed()), nameOf),
    })),
  ])
  const jobs = Object.values(all)
  const { env, log } = application
  if (!env.SMTP_URL) {
    if (env.logsMail)
      log.warn(
        'NO MAIL IS SENT: SMTP_URL is log. Mails, with links that sign in, are in this log and the mailbox.',
      )
    const { keepMail } = await import('#/email/send-mail.server.ts')
    return { jobs: [...jobs, keepMail(env)], close() {} }
  }
  const { createMailer } = await import('#/email/deliver-mail.server.ts')
  const mailer = createMailer({
    smtpUrl: env.SMTP_URL,
    from: env.MAIL_FROM,
    replyTo: env.MAIL_REPLY_TO,
    appUrl: env.APP_URL,
    log,
  })
  return { jobs: [...jobs, mailer.job], close: () => mailer.close() }
}

const nameOf = ({ name }: JobDefinition) => name

const BACKUP_MAX_SECONDS = 6 * 3_600

const coreJobs = ({ env, storage, direct, secret }: Application): JobDefinition[] => [
  defineJob({
    name: 'backup',
    cron: '37 2 * * *',
    timeoutSeconds: BACKUP_MAX_SECONDS,
    async handler({ db, log, signal }) {
      if (env.BACKUPS === 'off') return
      const { files } = await keepBackup(
        { pool: direct, storage, secret },
        {
          place: await openBackups(env),
          target: { installation: await readInstallationId(db), at: new Date() },
          passphrase: env.BACKUP_PASSPHRASE,
          signal,
        },
      )
      if (files.missing.length > 0)
        log.warn({ files: files.missing.length }, 'files have a row but no bytes, and are not in the backup')
    },
  }),
  defineJob({
    name: 'sweep-limits',
    cron: '7 * * * *',
    handler: async ({ db, signal }) => void (await sweepLimits(db, signal)),
  }),
  defineJob({
    name: 'sweep-auth',
    cron: '17 * * * *',
    handler: async ({ db, signal }) => void (await sweepAuth(db, signal)),
  }),
  defineJob({
    name: 'sweep-audit',
    cron: '17 3 * * *',
    handler: async ({ db, signal }) =>
      void (await sweepAudit(db, { days: env.RETENTION_DAYS_AUDIT, signal })),
  }),
  defineJob({
    name: 'sweep-mail',
    cron: '27 3 * * *',
    handler: async ({ db, signal }) => void (await sweepMail(db, signal)),
  }),
  defineJob({
    name: 'sweep-files',
    cron: '7 4 * * *',
    handler: async ({ db, log, signal }) => void (await sweepFiles({ db, storage, log, signal })),
  }),
  formatRowsJob,
  defineJob({
    name: 'sweep-uploads',
    cron: '*/10 * * * *',
    async handler({ db, log, signal }) {
      await storage.sweep(INTERRUPTED_AFTER_MS)
      await sweepOwnedFiles({ db, storage, log, signal })
    },
  }),
]
