import { and, eq } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import { AppError, type VerbContext, writeAudit } from '@plinth/core/verb/server'
import { mailUser } from '@plinth/core/mail/server'
import { keepingOneMethod, requireRecentAuth } from '@plinth/core/auth/server'
import { passkeysAccess } from '../passkeys.access.ts'
import type { IdInput } from '../passkeys.schema.ts'
import { passkey } from './passkeys.table.server.ts'

/**
 * Removes one of the user's passkeys and mails them, after a recent authentication. Not while impersonated.
 * Throws forbidden (`errors:reauthenticate`), not_found, and conflict for the last sign-in method.
 */
export async function removePasskey(ctx: VerbContext, { id }: IdInput): Promise<IdInput> {
  const actor = authorize(ctx.actor, passkeysAccess.remove)
  await requireRecentAuth(ctx.db, actor)
  return ctx.db.transaction(async (tx) => {
    await keepingOneMethod(tx, actor.userId, async () => {
      const removed = await tx
        .delete(passkey)
        .where(and(eq(passkey.id, id), eq(passkey.userId, actor.userId)))
        .returning({ id: passkey.id })
      if (removed.length === 0) throw new AppError('not_found', 'errors:notFound')
    })
    const target = { type: 'user', id: actor.userId }
    await writeAudit(tx, actor, { action: 'passkey.remove', target, details: { passkeyId: id } })
    await mailUser(tx, actor.userId, {
      template: 'securityChange',
      params: { change: 'passkeys:mails.removed' },
    })
    return { id }
  })
}
