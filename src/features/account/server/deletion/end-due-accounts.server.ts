import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { anonymous } from '#/core/access/actor.ts'
import { writeAudit } from '#/core/audit/audit.server.ts'
import { endAccount, type BeforeDeletion } from '#/core/auth/administration/delete-person.server.ts'
import { user } from '#/core/identity/identity.table.server.ts'
import { accountDeletion } from '#/core/auth/ending/account-deletion.table.server.ts'
import type { OpenDatabase, Transaction } from '#/core/db/database.server.ts'
import type { Log } from '#/core/log/log.server.ts'
import { deleteBytes } from '#/core/storage/keep-file.server.ts'
import type { Storage } from '#/core/storage/storage.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { mailEnded, mailNotEnded } from './ending-mails.server.ts'

const BATCH = 200

type Services = { db: OpenDatabase['db']; storage: Storage; log: Log; beforeDeletion: BeforeDeletion }

/**
 * Deletes the accounts whose time is over, each in a transaction of its own: sessions end at once, what is in
 * organizations stays there without a name. Who has become the last owner among others or the last
 * administrator meanwhile stays and is told why. Answers how many accounts went. A scheduled job calls it;
 * any number of instances may at once.
 */
export async function endDueAccounts(services: Services): Promise<number> {
  const { db, log } = services
  const due = await db
    .select({ userId: accountDeletion.userId })
    .from(accountDeletion)
    .where(lte(accountDeletion.endsAt, sql`now()`))
    .orderBy(asc(accountDeletion.endsAt))
    .limit(BATCH)
  let ended = 0
  for (const { userId } of due) {
    try {
      if (await endDue(services, userId)) ended++
    } catch (error) {
      if (error instanceof AppError && error.kind === 'conflict') await keepUnasked(db, userId, error)
      // One that fails is looked at again with the next run, and holds up no other.
      else log.error({ userId, err: error }, 'an account could not be deleted')
    }
  }
  return ended
}

/** Whoever undoes it at this very moment comes before or after, never in between. */
async function lockDue(tx: Transaction, userId: string): Promise<typeof user.$inferSelect | undefined> {
  const isDue = and(eq(accountDeletion.userId, userId), lte(accountDeletion.endsAt, sql`now()`))
  const [due] = await tx
    .select({ userId: accountDeletion.userId })
    .from(accountDeletion)
    .where(isDue)
    .for('update', { skipLocked: true })
  if (!due) return undefined
  const [person] = await tx.select().from(user).where(eq(user.id, userId))
  return person
}

async function endDue(services: Services, userId: string): Promise<boolean> {
  const files = await services.db.transaction(async (tx) => {
    const person = await lockDue(tx, userId)
    if (!person) return undefined
    await mailEnded(tx, person)
    return endAccount(tx, anonymous, { userId, beforeDeletion: services.beforeDeletion })
  })
  await deleteBytes(services, files ?? [])
  return files !== undefined
}

async function keepUnasked(db: Services['db'], userId: string, { code, params }: AppError): Promise<void> {
  await db.transaction(async (tx) => {
    const person = await lockDue(tx, userId)
    if (!person) return
    await tx.delete(accountDeletion).where(eq(accountDeletion.userId, userId))
    await writeAudit(tx, anonymous, {
      action: 'user.keepUnasked',
      target: { type: 'user', id: userId },
      details: { code },
    })
    await mailNotEnded(tx, person, typeof params.organization === 'string' ? params.organization : undefined)
  })
}
