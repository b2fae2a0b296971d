import { and, eq, inArray, or, type SQL } from 'drizzle-orm'
import { authorize } from '#/core/access/access.ts'
import { auditLog } from '#/core/audit/audit.table.server.ts'
import { auditWhere, readAudit, type AuditItem, type AuditPage } from '#/core/audit/read-audit.server.ts'
import type { VerbContext } from '#/core/trpc/context.server.ts'
import { auditAccess } from '../audit-log.access.ts'
import type { AuditPageInput, ListAuditInput } from '../audit-log.schema.ts'

// What of a person's own acts concerns their account; of what they write in workspaces the log of the
// organization tells.
const ownThings = ['session', 'passkey', 'account']
// Nothing of how members secure their accounts.
const organizationTargets = ['organization', 'member', 'invitation', 'post', 'document', 'todo', 'chat']

/** The whole log, the newest first, by any filter. For administrators. Throws invalid (field `cursor`). */
export async function listAudit(
  ctx: VerbContext,
  { cursor, limit, ...filter }: ListAuditInput,
): Promise<AuditPage> {
  authorize(ctx.actor, auditAccess.list)
  return readAudit(ctx.db, await auditWhere(ctx.db, filter), { cursor, limit })
}

/**
 * What happened to the person's own account, and who did it: sign-ins, changes of password and second factor,
 * acts of administrators.
 */
export async function listOwnAudit(ctx: VerbContext, page: AuditPageInput): Promise<AuditPage> {
  const { userId } = authorize(ctx.actor, auditAccess.mine)
  const { items, nextCursor } = await readAudit(ctx.db, ofAccount(userId), page)
  // Where an administrator sits is not the person's to know.
  const isOwn = ({ actor, impersonator }: AuditItem) => actor?.id === userId && impersonator === null
  return { items: items.map((item) => withoutAddresses(item, isOwn(item) ? item.ip : null)), nextCursor }
}

/** What was done in the active organization, by whom. For its owners. */
export async function listOrganizationAudit(ctx: VerbContext, page: AuditPageInput): Promise<AuditPage> {
  const { workspace } = authorize(ctx.actor, auditAccess.organization)
  const where = and(
    eq(auditLog.organizationId, workspace.organizationId ?? ''),
    inArray(auditLog.targetType, organizationTargets),
  )
  const { items, nextCursor } = await readAudit(ctx.db, where, page)
  return { items: items.map((item) => withoutAddresses(item, null)), nextCursor }
}

/** What was done to the account, by whoever, and by its person to what belongs to it. */
function ofAccount(userId: string): SQL | undefined {
  return or(
    and(eq(auditLog.targetId, userId), eq(auditLog.targetType, 'user')),
    and(eq(auditLog.actorId, userId), inArray(auditLog.targetType, ownThings)),
  )
}

function withoutAddresses(item: AuditItem, ip: string | null): AuditItem {
  return {
    ...item,
    ip,
    actor: item.actor && { ...item.actor, email: null },
    impersonator: item.impersonator && { ...item.impersonator, email: null },
  }
}
