import type { Actor, SignedInActor } from '#/access/actor.ts'
import type { OpenDatabase, Transaction } from '#/db/database.server.ts'
import { currentRequest } from '#/log/request-scope.server.ts'
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
   * The organization whose log it belongs to; null for none. Otherwise it is the target, if that is an
   * organization, or the actor's active workspace.
   */
  organizationId?: string | null
  /** Small values; never a secret, a code or a whole object. */
  details?: Record<string, string | number | boolean | null>
}

/** An entry as it was written. */
export type AuditRecord = Omit<typeof auditLog.$inferSelect, 'at'>

type PublishEvent = (tx: Transaction, type: string, record: AuditRecord) => Promise<void>

let publicEvents: ReadonlyMap<string, string> = new Map()
const followers: PublishEvent[] = []

/** Provides the names of public events by their audit action. The composition root calls it at start. */
export function providePublicEvents(given: ReadonlyMap<string, string>): void {
  publicEvents = given
}

/**
 * Adds what follows an entry that is a public event, in its transaction.
 * @public
 */
export function onPublicEvent(given: PublishEvent): void {
  followers.push(given)
}

/**
 * Writes one entry in the transaction of the audited change: neither exists without the other. It names the
 * token that the change was made with. Any verb.
 */
export async function writeAudit(tx: Transaction, actor: Actor, entry: AuditEntry): Promise<void> {
  const signedIn = actor.kind === 'user' ? actor : undefined
  const token = signedIn?.token
  const record: AuditRecord = {
    id: createId(),
    action: entry.action,
    actorId: signedIn?.userId ?? entry.actorId ?? null,
    impersonatorId: signedIn?.impersonatedBy ?? entry.impersonatorId ?? null,
    targetType: entry.target?.type ?? null,
    targetId: entry.target?.id ?? null,
    organizationId: organizationOf(entry, signedIn),
    ip: currentRequest()?.clientAddress ?? null,
    details: { ...entry.details, ...(token && { tokenName: token.name, tokenId: token.id }) },
  }
  await tx.insert(auditLog).values(record)
  // Who hears of the change learns nothing of its author's API keys.
  const type = publicEvents.get(record.action)
  if (type !== undefined)
    for (const follow of followers) await follow(tx, type, { ...record, details: entry.details ?? {} })
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

function organizationOf(
  { organizationId, target }: AuditEntry,
  actor: SignedInActor | undefined,
): string | null {
  if (organizationId !== undefined) return organizationId
  return target?.type === 'organization' ? target.id : (actor?.workspace.organizationId ?? null)
}
