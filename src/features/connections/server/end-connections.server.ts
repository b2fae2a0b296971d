import { like, or, type SQL } from 'drizzle-orm'
import { type Transaction, verification } from '@plinth/core/database/server'
import { connections } from './connections.table.server.ts'

/**
 * Deletes connections with their consents, tokens and codes that were not exchanged yet. Returns them. Every
 * token of theirs gets 401 from then on.
 */
export async function endConnections(tx: Transaction, which: SQL | undefined) {
  const ended = await tx.delete(connections).where(which).returning()
  if (ended.length > 0)
    await tx
      .delete(verification)
      .where(or(...ended.map(({ id }) => like(verification.value, `%"referenceId":"${id}"%`))))
  return ended
}
