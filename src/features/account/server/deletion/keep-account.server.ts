import { eq, type SQL } from 'drizzle-orm'
import { authorize, accessErrorOf } from '#/core/access/access.ts'
import type { Actor } from '#/core/access/actor.ts'
import { writeAudit } from '#/core/audit/audit.server.ts'
import { accountDeletion } from '#/core/auth/ending/account-deletion.table.server.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import { consumeLimit } from '#/core/limits/limits.server.ts'
import { currentRequest } from '#/core/log/request-scope.server.ts'
import type { VerbContext } from '#/core/trpc/context.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { accountAccess } from '#/features/account/account.access.ts'
import type { KeepByLinkInput } from '#/features/account/account.schema.ts'
import { digestOf } from './undo-word.server.ts'

/**
 * Takes back that the user's account is to be deleted. Anyone signed in, for themselves; where nothing was
 * asked for nothing happens.
 */
export async function keepAccount(ctx: VerbContext): Promise<void> {
  const actor = authorize(ctx.actor, accountAccess.keep)
  await ctx.db.transaction((tx) => undo(tx, actor, eq(accountDeletion.userId, actor.userId)))
}

/**
 * The same by the word in the mailed link, signed in or not. Signs nobody in. Throws not_found for a word
 * that is used, over or wrong, and limit for who tries many.
 */
export async function keepByLink(ctx: VerbContext, { word }: KeepByLinkInput): Promise<void> {
  const refusal = accessErrorOf(ctx.actor, accountAccess.keepByLink)
  if (refusal) throw refusal
  await consumeLimit(ctx.db, `account.keepByLink:address:${currentRequest()?.clientAddress ?? ''}`, {
    max: 30,
    windowSeconds: 900,
  })
  const isUndone = await ctx.db.transaction((tx) =>
    undo(tx, { kind: 'anonymous' }, eq(accountDeletion.undoDigest, digestOf(word))),
  )
  if (!isUndone) throw new AppError('not_found', 'account:keep.over')
}

async function undo(tx: Transaction, actor: Actor, which: SQL): Promise<boolean> {
  const [kept] = await tx.delete(accountDeletion).where(which).returning({ userId: accountDeletion.userId })
  if (!kept) return false
  await writeAudit(tx, actor, {
    action: 'user.keep',
    actorId: kept.userId,
    target: { type: 'user', id: kept.userId },
  })
  return true
}
