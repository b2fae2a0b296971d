import { and, eq, ne, sql } from 'drizzle-orm'
import { holdOwners } from '#/core/access/workspace.server.ts'
import { user } from '#/core/identity/identity.table.server.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import { enqueueMail } from '#/core/email/send-mail.server.ts'
import { getEnv } from '#/core/env/env.server.ts'
import { defaultLanguage, toLanguage } from '#/core/i18n/languages.ts'
import { defineJob, type JobContext, type JobDefinition } from '#/core/jobs/jobs.server.ts'
import { file } from '#/core/storage/file.table.server.ts'
import type { Storage } from '#/core/storage/storage.server.ts'
import { createId } from '#/lib/create-id.ts'
import { firstNameOf } from '#/lib/full-name.ts'
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
  { db, signal }: JobContext,
  { storage, content }: Making,
  exportId: string,
): Promise<void> {
  const [order] = await db
    .update(accountExport)
    .set({ status: 'running' })
    .where(and(eq(accountExport.id, exportId), ne(accountExport.status, 'ready'), isNewest))
    .returning({ userId: accountExport.userId })
  if (!order) return
  const fileId = createId()
  const type = 'application/zip'
  const archive = zipOfUser({ db, storage, signal }, content, order.userId)
  const held = await storage.hold(archive, { name: fileId, type })
  try {
    // The row comes first, so that the sweep finds and removes the bytes that a crash leaves behind.
    await db.insert(file).values({
      id: fileId,
      purpose: EXPORT_FILE,
      uploadedById: order.userId,
      contentType: type,
      sizeBytes: held.file.size,
    })
    await storage.put(fileId, held.file)
  } finally {
    await held.release()
  }
  await db.transaction(async (tx) => {
    await holdOwners(tx, { organizationId: null, userId: order.userId })
    const [finished] = await tx
      .update(accountExport)
      .set({ status: 'ready', fileId, expiresAt: sql`now() + make_interval(hours => ${EXPORT_HOURS})` })
      .where(running(exportId))
      .returning({ userId: accountExport.userId })
    if (finished) await mailReady(tx, finished.userId)
  })
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
