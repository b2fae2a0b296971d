import type { Actor } from '#/core/access/actor.ts'
import type { OpenDatabase, Transaction } from '#/core/db/database.server.ts'
import { currentRequest } from '#/core/log/request-scope.server.ts'
import { createId } from '#/lib/create-id.ts'
import { auditLog } from './audit.table.server.ts'

export type AuditEntry = {
  /** `noun.verb`, such as post.create; English, never shown untranslated. */
  action: string
  /** The user, for events without a session. Otherwise it is the actor's. */
  actorId?: string
  /** The administrator who impersonated that user. */
  impersonatorId?: string
  target?: { type: string; id: string }
  /**
   * The organization whose log it belongs to. Otherwise it is the target, if that is an organization, or the
   * actor's active workspace.
   */
  organizationId?: string
  /** Small values; never a secret, a code or a whole object. */
  details?: Record<string, string | number | boolean | null>
}

/** Writes one entry in the transaction of the audited change: neither exists without the other. Any verb. */
export async function writeAudit(tx: Transaction, actor: Actor, entry: AuditEntry): Promise<void> {
  const signedIn = actor.kind === 'user' ? actor : undefined
  await tx.insert(auditLog).values({
    id: createId(),
    action: entry.action,
    actorId: signedIn?.userId ?? entry.actorId ?? null,
    impersonatorId: signedIn?.impersonatedBy ?? entry.impersonatorId ?? null,
    targetType: entry.target?.type ?? null,
    targetId: entry.target?.id ?? null,
    organizationId: organizationOf(entry) ?? signedIn?.workspace.organizationId ?? null,
    ip: currentRequest()?.clientAddress ?? null,
    details: entry.details ?? {},
  })
}

/**
 * Writes an entry for a call that changes something while impersonating, before it runs and whatever becomes
 * of it. For the entry points of changes: many changes have no entry of their own.
 */
export async function auditImpersonated(
  { db, actor }: { db: OpenDatabase['db']; actor: Actor },
  call: string,
): Promise<void> {
  if (actor.kind !== 'user' || actor.impersonatedBy === null) return
  const target = { type: 'user', id: actor.userId }
  await db.transaction((tx) =>
    writeAudit(tx, actor, { action: 'user.changeImpersonated', target, details: { call } }),
  )
}

function organizationOf({ organizationId, target }: AuditEntry): string | undefined {
  return organizationId ?? (target?.type === 'organization' ? target.id : undefined)
}
