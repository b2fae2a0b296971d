import { and, eq, sql } from 'drizzle-orm'
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
 * Creates one export and mails the user. Idempotent: finished and failed exports stay as they are, and of two
 * concurrent runs only one completes. Marked as failed after the last attempt, so that the user can request
 * another.
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

const running = (exportId: string) => and(eq(accountExport.id, exportId), eq(accountExport.status, 'running'))

async function make(
  { db, signal }: JobContext,
  { storage, content }: Making,
  exportId: string,
): Promise<void> {
  const [order] = await db.select().from(accountExport).where(running(exportId))
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
