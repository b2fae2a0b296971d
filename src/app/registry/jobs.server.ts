import type { Embedding } from '#/core/ai/embedding.server.ts'
import { sweepAuth } from '#/core/auth/sweep-auth.server.ts'
import { sweepMail } from '#/core/email/sweep-mail.server.ts'
import type { Env } from '#/core/env/env.server.ts'
import { defineJob, type JobDefinition } from '#/core/jobs/jobs.server.ts'
import { sweepLimits } from '#/core/limits/limits.server.ts'
import type { Log } from '#/core/log/log.server.ts'
import { countFigures } from '#/features/administration/index.server.ts'
import {
  deleteDueAccounts,
  exportAccountJob,
  sweepExports,
  type ExportContent,
} from '#/features/account/index.server.ts'
import { sweepChat } from '#/features/chat/index.server.ts'
import { embedDocumentJob, indexDocumentJob, sweepDocuments } from '#/features/documents/index.server.ts'
import { beforeAccountDeletion } from '#/features/organizations/index.server.ts'
import { sweepTodos } from '#/features/todos/index.server.ts'
import { sweepByRetention } from './retention.server.ts'
import type { Storage } from '#/core/storage/storage.server.ts'

/** An upload without a write for this long is abandoned. */
export const INTERRUPTED_AFTER_MS = 120_000

export type ApplicationJobs = { jobs: JobDefinition[]; close(): void }

type Parts = { env: Env; log: Log; storage: Storage; embedding: Embedding | undefined }

/** Loaded with the first export, because it imports every slice. */
const content: ExportContent = async (db, userId) => {
  const { accountContent } = await import('./account-content.server.ts')
  return accountContent(db, userId)
}

/** Returns every job of the application. Without SMTP_URL mail isn't delivered: it stays in the mailbox. */
export async function applicationJobs({ env, log, storage, embedding }: Parts): Promise<ApplicationJobs> {
  const sweeps = [
    defineJob({
      name: 'sweep-limits',
      cron: '7 * * * *',
      handler: async ({ db }) => void (await sweepLimits(db)),
    }),
    defineJob({
      name: 'sweep-auth',
      cron: '17 * * * *',
      handler: async ({ db }) => void (await sweepAuth(db)),
    }),
    defineJob({ name: 'count-figures', cron: '*/5 * * * *', handler: async ({ db }) => countFigures(db) }),
    defineJob({ name: 'sweep-chat', cron: '*/5 * * * *', handler: async ({ db }) => sweepChat(db) }),
    defineJob({
      name: 'sweep-retention',
      cron: '17 3 * * *',
      handler: async ({ db, log: jobLog, signal }) =>
        jobLog.info(await sweepByRetention(db, env, signal), 'swept by retention'),
    }),
    defineJob({
      name: 'sweep-mail',
      cron: '27 3 * * *',
      handler: async ({ db }) => void (await sweepMail(db)),
    }),
    defineJob({
      name: 'sweep-todos',
      cron: '47 3 * * *',
      handler: async ({ db }) => void (await sweepTodos(db)),
    }),
    defineJob({
      name: 'sweep-documents',
      cron: '57 * * * *',
      handler: async ({ db, log: jobLog }) => void (await sweepDocuments({ db, storage, log: jobLog })),
    }),
    defineJob({
      name: 'sweep-exports',
      cron: '27 * * * *',
      handler: async ({ db, log: jobLog }) => void (await sweepExports({ db, storage, log: jobLog })),
    }),
    defineJob({
      name: 'end-accounts',
      cron: '*/10 * * * *',
      handler: async ({ db, log: jobLog }) => {
        const ended = await deleteDueAccounts({
          db,
          storage,
          log: jobLog,
          beforeDeletion: beforeAccountDeletion,
        })
        // The personal workspace's documents were deleted with the account; this deletes their files.
        if (ended > 0) await sweepDocuments({ db, storage, log: jobLog })
      },
    }),
    defineJob({
      name: 'sweep-uploads',
      cron: '*/10 * * * *',
      handler: async () => void (await storage.sweep(INTERRUPTED_AFTER_MS)),
    }),
  ]
  const indexing = [indexDocumentJob({ storage, embedding }), embedDocumentJob({ embedding })]
  const always = [...sweeps, ...indexing, exportAccountJob({ storage, content })]
  if (!env.SMTP_URL) return { jobs: always, close() {} }
  const { createMailer } = await import('#/core/email/deliver-mail.server.ts')
  const mailer = createMailer({ smtpUrl: env.SMTP_URL, from: env.MAIL_FROM, appUrl: env.APP_URL, log })
  return { jobs: [...always, mailer.job], close: () => mailer.close() }
}
