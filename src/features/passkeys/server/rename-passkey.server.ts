import { and, eq } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import { AppError, type VerbContext, writeAudit } from '@plinth/core/verb/server'
import { passkeysAccess } from '../passkeys.access.ts'
import type { RenamePasskeyInput } from '../passkeys.schema.ts'
import { passkey } from './passkeys.table.server.ts'

/** Renames one of the user's passkeys. Not while impersonated. Throws not_found. */
export async function renamePasskey(ctx: VerbContext, { id, name }: RenamePasskeyInput) {
  const actor = authorize(ctx.actor, passkeysAccess.rename)
  return ctx.db.transaction(async (tx) => {
    const [renamed] = await tx
      .update(passkey)
      .set({ name })
      .where(and(eq(passkey.id, id), eq(passkey.userId, actor.userId)))
      .returning({ id: passkey.id, name: passkey.name, createdAt: passkey.createdAt })
    if (!renamed) throw new AppError('not_found', 'errors:notFound')
    const target = { type: 'user', id: actor.userId }
    await writeAudit(tx, actor, { action: 'passkey.rename', target, details: { passkeyId: id } })
    return renamed
  })
}
