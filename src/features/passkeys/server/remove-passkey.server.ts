import { and, eq } from 'drizzle-orm'
import { authorize } from '@plinth/core/access/access.ts'
import { writeAudit } from '@plinth/core/audit/audit.server.ts'
import { mailUser } from '@plinth/core/auth/mail-user.server.ts'
import { keepingOneMethod } from '@plinth/core/auth/last-sign-in-method.server.ts'
import { requireRecentAuth } from '@plinth/core/auth/security/recent-auth.server.ts'
import type { VerbContext } from '@plinth/core/trpc/context.server.ts'
import { AppError } from '@plinth/core/lib/app-error.ts'
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
