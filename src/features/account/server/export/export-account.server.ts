import { authorize } from '@plinth/core/access'
import { AppError, type VerbContext, consumeLimit, perDay, writeAudit } from '@plinth/core/verb/server'
import { enqueueJob } from '@plinth/core/jobs/server'
import { createId } from '@plinth/core/schema'
import { accountAccess } from '#/features/account/account.access.ts'
import { accountExport } from './account-export.table.server.ts'
import { makeExport } from './export-order.server.ts'
import { readExport, type AccountExport } from './latest-export.server.ts'

export const EXPORTS_PER_DAY = 5

/**
 * Requests a data export, which a job creates and announces by mail. Returns the running export if there is
 * one. Any signed-in user, for themselves, five a day. Throws limit, and forbidden while impersonating.
 */
export async function exportAccount(ctx: VerbContext): Promise<AccountExport> {
  const actor = authorize(ctx.actor, accountAccess.export)
  const { userId } = actor
  const running = await readExport(ctx.db, userId, { isRunning: true })
  if (running) return running
  await consumeLimit(ctx.db, `account.export:${userId}`, perDay(EXPORTS_PER_DAY))
  return ctx.db.transaction(async (tx) => {
    const id = createId()
    const [created] = await tx
      .insert(accountExport)
      .values({ id, userId })
      .onConflictDoNothing()
      .returning({ id: accountExport.id })
    if (created) {
      await enqueueJob(tx, makeExport, { data: { exportId: id } })
      await writeAudit(tx, actor, { action: 'user.export', target: { type: 'user', id: userId } })
    }
    const found = await readExport(tx, userId)
    if (!found) throw new AppError('conflict', 'errors:conflict')
    return found
  })
}
