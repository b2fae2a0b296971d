import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { anonymous } from '@plinth/core/access'
import { AppError, writeAudit } from '@plinth/core/verb/server'
import {
  deleteAccount,
  lockAdministrators,
  refuseAccountDeletion,
  refuseLastAdministrator,
} from '@plinth/core/auth/server'
import { mailUser } from '@plinth/core/mail/server'
import {
  type OpenDatabase,
  type Transaction,
  accountDeletion,
  endWorkspace,
  user,
} from '@plinth/core/database/server'
import type { Log } from '@plinth/core/server'
import { type Storage, deleteBytes } from '@plinth/core/files/server'

const BATCH = 200

type Services = { db: OpenDatabase['db']; storage: Storage; log: Log }

/**
 * Deletes the accounts whose grace period is over, each in its own transaction. If the user has become the
 * last owner of an organization with other members or the last admin, the deletion is canceled and the user
 * is mailed the reason. Returns the number of deleted accounts. Called by a scheduled job; safe on any number
 * of instances.
 */
export async function deleteDueAccounts(services: Services): Promise<number> {
  const { db, log } = services
  const due = await db
    .select({ userId: accountDeletion.userId })
    .from(accountDeletion)
    .where(lte(accountDeletion.scheduledFor, sql`now()`))
    .orderBy(asc(accountDeletion.scheduledFor))
    .limit(BATCH)
  let deleted = 0
  for (const { userId } of due) {
    try {
      if (await deleteDue(services, userId)) deleted++
    } catch (error) {
      if (error instanceof AppError && isDenial(error)) await cancelDenied(db, userId, error)
      // The next run retries; the other accounts continue.
      else log.error({ userId, err: error }, 'an account could not be deleted')
    }
  }
  return deleted
}

/** A reason that lasts, unlike a lost race. */
const isDenial = ({ kind, code }: AppError) => kind === 'conflict' && code !== 'errors:conflict'

/** Locks a due account, so that a concurrent cancellation commits before or after, never in between. */
async function lockDue(tx: Transaction, userId: string): Promise<typeof user.$inferSelect | undefined> {
  const isDue = and(eq(accountDeletion.userId, userId), lte(accountDeletion.scheduledFor, sql`now()`))
  const [due] = await tx
    .select({ userId: accountDeletion.userId })
    .from(accountDeletion)
    .where(isDue)
    .for('update', { skipLocked: true })
  if (!due) return undefined
  const [account] = await tx.select().from(user).where(eq(user.id, userId))
  return account
}

async function deleteDue(services: Services, userId: string): Promise<boolean> {
  const isDue = await services.db.transaction(async (tx) => {
    const account = await lockDue(tx, userId)
    if (!account) return false
    await lockAdministrators(tx)
    await refuseLastAdministrator(tx, account)
    await refuseAccountDeletion(tx, userId)
    return true
  })
  if (!isDue) return false
  await endWorkspace(services, { userId })
  const files = await services.db.transaction(async (tx) => {
    const account = await lockDue(tx, userId)
    if (!account) return undefined
    await mailUser(tx, account, { template: 'accountDeleted', params: {} })
    return deleteAccount(tx, anonymous, userId)
  })
  await deleteBytes(services, files ?? [])
  return files !== undefined
}

async function cancelDenied(db: Services['db'], userId: string, { code, params }: AppError): Promise<void> {
  await db.transaction(async (tx) => {
    const account = await lockDue(tx, userId)
    if (!account) return
    await tx.delete(accountDeletion).where(eq(accountDeletion.userId, userId))
    await writeAudit(tx, anonymous, {
      action: 'user.denyDeletion',
      target: { type: 'user', id: userId },
      details: { code },
    })
    await mailUser(tx, account, { template: 'deletionDenied', params: { code, params } })
  })
}
