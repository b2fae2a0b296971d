import { randomBytes } from 'node:crypto'
import { eq, type SQL } from 'drizzle-orm'
import { type Actor, accessErrorOf, authorize } from '@plinth/core/access'
import { AppError, type VerbContext, consumeLimit, writeAudit } from '@plinth/core/verb/server'
import { type Transaction, accountDeletion, digestOf } from '@plinth/core/database/server'
import { currentRequest } from '@plinth/core/server'
import { accountAccess } from '#/features/account/account.access.ts'
import type { CancelDeletionByLinkInput } from '#/features/account/account.schema.ts'

/**
 * Cancels the scheduled deletion of the user's account. Any user, for themselves. Does nothing without one.
 */
export async function cancelDeletion(ctx: VerbContext): Promise<void> {
  const actor = authorize(ctx.actor, accountAccess.cancelDeletion)
  await ctx.db.transaction((tx) => cancel(tx, actor, eq(accountDeletion.userId, actor.userId)))
}

/**
 * Cancels a scheduled deletion by the token in the mailed link. Needs no session and creates none. Throws
 * not_found for a used, expired or wrong token, and limit.
 */
export async function cancelDeletionByLink(
  ctx: VerbContext,
  { token }: CancelDeletionByLinkInput,
): Promise<void> {
  const refusal = accessErrorOf(ctx.actor, accountAccess.cancelDeletionByLink)
  if (refusal) throw refusal
  await consumeLimit(
    ctx.db,
    `account.cancelDeletionByLink:address:${currentRequest()?.clientAddress ?? ''}`,
    {
      max: 30,
      windowSeconds: 900,
    },
  )
  const isCanceled = await ctx.db.transaction((tx) =>
    cancel(tx, { kind: 'anonymous' }, eq(accountDeletion.cancelDigest, digestOf(token))),
  )
  if (!isCanceled) throw new AppError('not_found', 'account:cancelDeletion.over')
}

async function cancel(tx: Transaction, actor: Actor, which: SQL): Promise<boolean> {
  const [canceled] = await tx
    .delete(accountDeletion)
    .where(which)
    .returning({ userId: accountDeletion.userId })
  if (!canceled) return false
  await writeAudit(tx, actor, {
    action: 'user.cancelDeletion',
    actorId: canceled.userId,
    target: { type: 'user', id: canceled.userId },
  })
  return true
}

/** The token of a mailed link. Only its digest is stored. */
export const newCancelToken = (): string => randomBytes(24).toString('base64url')
