import { and, eq } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import { AppError, type VerbContext, writeAudit } from '@plinth/core/verb/server'
import { apiKeysAccess } from '../api.access.ts'
import type { KeyIdInput } from '../api.schema.ts'
import { apiKeys } from './api-keys.table.server.ts'

/**
 * Revokes one of the user's keys: the next request with it gets 401, on every instance. Not while
 * impersonated. Throws not_found.
 */
export async function revokeKey(ctx: VerbContext, { id }: KeyIdInput): Promise<KeyIdInput> {
  const actor = authorize(ctx.actor, apiKeysAccess.revoke)
  return ctx.db.transaction(async (tx) => {
    const [revoked] = await tx
      .delete(apiKeys)
      .where(and(eq(apiKeys.id, id), eq(apiKeys.userId, actor.userId)))
      .returning({ name: apiKeys.name })
    if (!revoked) throw new AppError('not_found', 'errors:notFound')
    await writeAudit(tx, actor, {
      action: 'apiKey.revoke',
      target: { type: 'apiKey', id },
      details: { name: revoked.name },
    })
    return { id }
  })
}
