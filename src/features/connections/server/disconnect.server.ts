import { and, eq } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import { AppError, type VerbContext, writeAudit } from '@plinth/core/verb/server'
import { connectedAppsAccess } from '../connections.access.ts'
import type { ConnectionIdInput } from '../connections.schema.ts'
import { connections } from './connections.table.server.ts'
import { endConnections } from './end-connections.server.ts'

/**
 * Disconnects one of the user's apps: consent and tokens are deleted with it, and the next request with one
 * gets 401, on every instance. Not while impersonated. Throws not_found.
 */
export async function disconnect(ctx: VerbContext, { id }: ConnectionIdInput): Promise<ConnectionIdInput> {
  const actor = authorize(ctx.actor, connectedAppsAccess.disconnect)
  return ctx.db.transaction(async (tx) => {
    const [ended] = await endConnections(
      tx,
      and(eq(connections.id, id), eq(connections.userId, actor.userId)),
    )
    if (!ended) throw new AppError('not_found', 'errors:notFound')
    await writeAudit(tx, actor, {
      action: 'connection.delete',
      target: { type: 'connection', id },
      details: { appHost: ended.redirectHost },
    })
    return { id }
  })
}
