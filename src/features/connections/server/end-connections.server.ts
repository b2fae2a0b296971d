import { like, or, type SQL } from 'drizzle-orm'
import type { Transaction } from '@plinth/core/db/database.server.ts'
import { verification } from '@plinth/core/identity/identity.table.server.ts'
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
