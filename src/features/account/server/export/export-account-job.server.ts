import { and, eq, ne, sql } from 'drizzle-orm'
import { type Transaction, holdOwners, user } from '@plinth/core/database/server'
import { enqueueMail } from '@plinth/core/mail/server'
import { getEnv } from '@plinth/core/server'
import { defaultLanguage, toLanguage } from '@plinth/core/texts'
import { type JobContext, type JobDefinition, defineJob } from '@plinth/core/jobs/server'
import { type Storage, keepFile } from '@plinth/core/files/server'
import { firstNameOf } from '@plinth/core/format'
import { EXPORT_HOURS } from '#/features/account/account.schema.ts'
import { accountExport } from './account-export.table.server.ts'
import type { ExportContent } from './export-entry.server.ts'
import { EXPORT_FILE, makeExport } from './export-order.server.ts'
import { zipOfUser } from './make-export.server.ts'

const RETRIES = 2

type Making = { storage: Storage; content: ExportContent }

/**
 * Creates one export and mails the user. Idempotent: a finished export stays as it is, and of two concurrent
 * runs only one completes. Marked as failed after the last attempt, so that the user can request another. An
 * administrator can have a failed one tried again, unless the user has requested another.
 */
export function exportAccountJob(making: Making): JobDefinition<{ exportId: string }> {
  return defineJob<{ exportId: string }>({
    ...makeExport,
    retryLimit: RETRIES,
    retryDelaySeconds: 10,
    async handler(context, { exportId }) {
      try {
        await make(context, making, exportId)
      } catch (error) {
        if (context.attempt > RETRIES)
          await context.db.update(accountExport).set({ status: 'failed' }).where(running(exportId))
        throw error
      }
    },
  })
}

const isNewest = sql`not exists (select from ${accountExport} other
  where other.user_id = ${accountExport.userId} and other.created_at > ${accountExport.createdAt})`
const running = (exportId: string) => and(eq(accountExport.id, exportId), eq(accountExport.status, 'running'))

async function make(
  { db, log, signal }: JobContext,
  { storage, content }: Making,
  exportId: string,
): Promise<void> {
  const [order] = await db
    .update(accountExport)
    .set({ status: 'running' })
    .where(and(eq(accountExport.id, exportId), ne(accountExport.status, 'ready'), isNewest))
    .returning({ userId: accountExport.userId })
  if (!order) return
  const { userId } = order
  const type = 'application/zip'
  const archive = zipOfUser({ db, storage, signal }, content, userId)
  const held = await storage.hold(archive, { name: exportId, type })
  const facts = { purpose: EXPORT_FILE, uploadedById: userId, contentType: type }
  try {
    await keepFile({ db, storage, log }, { ...facts, bytes: held.file }, async (tx, addFile) => {
      await holdOwners(tx, { organizationId: null, userId })
      const [mine] = await tx.select().from(accountExport).where(running(exportId)).for('update')
      if (!mine) return
      await tx
        .update(accountExport)
        .set({
          status: 'ready',
          fileId: await addFile(),
          expiresAt: sql`now() + make_interval(hours => ${EXPORT_HOURS})`,
        })
        .where(eq(accountExport.id, exportId))
      await mailReady(tx, userId)
    })
  } finally {
    await held.release()
  }
}

async function mailReady(tx: Transaction, userId: string): Promise<void> {
  const [owner] = await tx.select().from(user).where(eq(user.id, userId))
  if (!owner) return
  await enqueueMail(tx, {
    to: { name: owner.name, address: owner.email },
    language: toLanguage(owner.language) ?? defaultLanguage,
    template: 'exportReady',
    params: {
      firstName: firstNameOf(owner),
      at: new Date(),
      url: `${getEnv().APP_URL}/dashboard/settings-enhanced?tab=export`,
      expiresInHours: EXPORT_HOURS,
    },
  })
}
