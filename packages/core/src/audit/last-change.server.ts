import { and, desc, eq } from 'drizzle-orm'
import type { Db } from '#/db/database.server.ts'
import { user } from '#/identity/identity.table.server.ts'
import { auditLog } from './audit.table.server.ts'

/**
 * Who changed this last, as its audit entries say; null for a deleted account and once the entry is swept.
 * Verbs check the access.
 */
export async function lastChangeOf(
  db: Db,
  { type, id }: { type: string; id: string },
): Promise<{ id: string; name: string } | null> {
  const [last] = await db
    .select({ id: user.id, name: user.name })
    .from(auditLog)
    .leftJoin(user, eq(user.id, auditLog.actorId))
    .where(and(eq(auditLog.targetId, id), eq(auditLog.targetType, type)))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(1)
  return last?.id && last.name !== null ? { id: last.id, name: last.name } : null
}
