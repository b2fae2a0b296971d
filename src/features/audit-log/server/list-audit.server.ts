import { and, eq, inArray, or, type SQL } from 'drizzle-orm'
import { authorize } from '#/core/access/access.ts'
import { auditLog } from '#/core/audit/audit.table.server.ts'
import { auditWhere, readAudit, type AuditItem, type AuditPage } from '#/core/audit/read-audit.server.ts'
import type { VerbContext } from '#/core/trpc/context.server.ts'
import { auditTargets } from '../audit-actions.ts'
import { auditAccess } from '../audit-log.access.ts'
import type { AuditPageInput, ListAuditInput } from '../audit-log.schema.ts'

// A user's own actions on their account. Content in workspaces is in the organization's log.
const ownThings: readonly string[] = ['session', 'passkey', 'account']
// Without how members secure their accounts.
const organizationTargets = auditTargets.filter((type) => !ownThings.includes(type))

/** Returns the whole log, newest first, with any filter. For admins. Throws invalid (field `cursor`). */
export async function listAudit(
  ctx: VerbContext,
  { cursor, limit, ...filter }: ListAuditInput,
): Promise<AuditPage> {
  authorize(ctx.actor, auditAccess.list)
  return readAudit(ctx.db, await auditWhere(ctx.db, filter), { cursor, limit })
}

/** Returns the log of the user's own account: sign-ins, password and second factor changes, admin actions. */
export async function listOwnAudit(ctx: VerbContext, page: AuditPageInput): Promise<AuditPage> {
  const { userId } = authorize(ctx.actor, auditAccess.mine)
  const { items, nextCursor } = await readAudit(ctx.db, ofAccount(userId), page)
  // Users may not see an admin's IP address.
  const isOwn = ({ actor, impersonator }: AuditItem) => actor?.id === userId && impersonator === null
  return { items: items.map((item) => withoutAddresses(item, isOwn(item) ? item.ip : null)), nextCursor }
}

/** Returns the log of the active organization. For its owners. */
export async function listOrganizationAudit(ctx: VerbContext, page: AuditPageInput): Promise<AuditPage> {
  const { workspace } = authorize(ctx.actor, auditAccess.organization)
  const where = and(
    eq(auditLog.organizationId, workspace.organizationId ?? ''),
    inArray(auditLog.targetType, organizationTargets),
  )
  const { items, nextCursor } = await readAudit(ctx.db, where, page)
  return { items: items.map((item) => withoutAddresses(item, null)), nextCursor }
}

/** Actions on the account by anyone, and the user's own actions on its sessions, passkeys and connections. */
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
