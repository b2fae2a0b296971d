import type { Actor } from '#/core/access/actor.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import { currentRequest } from '#/core/log/request-scope.server.ts'
import { createId } from '#/lib/create-id.ts'
import { auditLog } from './audit.table.server.ts'

export type AuditEntry = {
  /** `noun.verb`, such as post.create; English, never shown untranslated. */
  action: string
  /** For events that come before there is a session: who it was. Otherwise the actor is. */
  actorId?: string
  target?: { type: string; id: string }
  /** Small facts; never a secret, a code or a whole object. */
  details?: Record<string, string | number | boolean | null>
}

/**
 * Writes one entry in the transaction of its cause, so that neither stands without the other. Any verb may
 * call it.
 */
export async function writeAudit(tx: Transaction, actor: Actor, entry: AuditEntry): Promise<void> {
  const person = actor.kind === 'user' ? actor : undefined
  await tx.insert(auditLog).values({
    id: createId(),
    action: entry.action,
    actorId: person?.userId ?? entry.actorId ?? null,
    impersonatorId: person?.impersonatedBy ?? null,
    targetType: entry.target?.type ?? null,
    targetId: entry.target?.id ?? null,
    organizationId: person?.workspace.organizationId ?? null,
    ip: currentRequest()?.clientAddress ?? null,
    details: entry.details ?? {},
  })
}
