import { accessErrorOf, anonymous } from '@plinth/core/access'
import { AppError, type VerbContext, consumeLimit, writeAudit } from '@plinth/core/verb/server'
import { deleteAccount, lockAdministrators, lockMailedLink, tellSessionEnd } from '@plinth/core/auth/server'
import { currentRequest } from '@plinth/core/server'
import { deleteBytes } from '@plinth/core/files/server'
import { accountAccess } from '../../account.access.ts'
import type { DisownSignUpInput } from '../../account.schema.ts'

/**
 * Deletes the account that somebody made with the address of the owner of a mailbox, who says so by the link
 * that was mailed there. Anyone with the link, while nobody has verified the address: the account of a known
 * user ends only by their own doing. Throws invalid (`security:linkOver`), and limit.
 */
export async function disownSignUp(
  ctx: VerbContext,
  { token }: DisownSignUpInput,
  secret: string,
): Promise<void> {
  const refusal = accessErrorOf(ctx.actor, accountAccess.disownSignUp)
  if (refusal) throw refusal
  const address = currentRequest()?.clientAddress ?? ''
  await consumeLimit(ctx.db, `account.disownSignUp:address:${address}`, { max: 30, windowSeconds: 900 })
  const files = await ctx.db.transaction(async (tx) => {
    await lockAdministrators(tx)
    const link = await lockMailedLink(tx, token, secret)
    if (link?.purpose !== 'verify' || link.holder.emailVerified)
      throw new AppError('invalid', 'security:linkOver', { field: 'token' })
    const userId = link.holder.id
    await writeAudit(tx, anonymous, { action: 'user.disown', target: { type: 'user', id: userId } })
    await tellSessionEnd(tx, userId, 'disowned')
    return deleteAccount(tx, anonymous, userId)
  })
  await deleteBytes(ctx, files)
}
