import { and, eq, inArray, notInArray, or, sql, type SQL } from 'drizzle-orm'
import { type SignedInActor, authorize } from '@plinth/core/access'
import {
  type AuditItem,
  type AuditPage,
  type VerbContext,
  auditLog,
  auditWhere,
  readAudit,
} from '@plinth/core/verb/server'
import { type Db, inWorkspace, organization } from '@plinth/core/database/server'
import type { Installed } from '@plinth/core/feature/server'
import { auditAccess } from '../audit-log.access.ts'
import type { AuditPageInput, ListAuditInput } from '../audit-log.schema.ts'

type Targets = Awaited<ReturnType<Installed['activityTargets']>>

// What concerns an account and not a workspace. Features audit what else secures one, such as a passkey, as a
// change of the user.
const ofAccounts = ['user', 'session']

/** Returns the whole log, newest first, with any filter. For admins. Throws invalid (field `cursor`). */
export async function listAudit(
  ctx: VerbContext,
  { cursor, limit, ...filter }: ListAuditInput,
  targets: Targets,
): Promise<AuditPage> {
  const actor = authorize(ctx.actor, auditAccess.list)
  const page = await readAudit(ctx.db, await auditWhere(ctx.db, filter), { cursor, limit })
  const items = await withTitles(ctx.db, actor, { items: page.items, targets })
  return { ...page, items: await withPlaces(ctx.db, actor, { items, targets }) }
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
export async function listOrganizationAudit(
  ctx: VerbContext,
  page: AuditPageInput,
  targets: Targets,
): Promise<AuditPage> {
  const actor = authorize(ctx.actor, auditAccess.organization)
  const where = and(
    eq(auditLog.organizationId, actor.workspace.organizationId ?? ''),
    notInArray(auditLog.targetType, ofAccounts),
  )
  const { items, nextCursor } = await readAudit(ctx.db, where, page)
  const titled = await withTitles(ctx.db, actor, { items, targets })
  return { items: titled.map((item) => withoutAddresses(item, null)), nextCursor }
}

/**
 * Names what the reader sees in the active workspace anyway by its title. The log holds none, and gives
 * nobody the right to read other workspaces: their targets have no name.
 */
async function withTitles(
  db: Db,
  actor: SignedInActor,
  { items, targets }: { items: readonly AuditItem[]; targets: Targets },
): Promise<AuditItem[]> {
  const titles = new Map<string, string>()
  for (const [type, { table, title, where }] of Object.entries(targets)) {
    const ids = items.flatMap(({ target }) => (target?.type === type ? [target.id] : []))
    if (ids.length === 0) continue
    const rows = await db
      .select({ id: sql<string>`${table.id}`, title: sql<string>`${title}` })
      .from(table)
      .where(and(inArray(table.id, ids), inWorkspace(table, actor), where))
    for (const row of rows) titles.set(`${type} ${row.id}`, row.title)
  }
  return items.map((item) => {
    const { target } = item
    const title = target && titles.get(`${target.type} ${target.id}`)
    return target && title !== undefined ? { ...item, target: { ...target, name: title } } : item
  })
}

/** Adds the workspace of what has no title, unless it is the active one, where it has been deleted. */
async function withPlaces(
  db: Db,
  actor: SignedInActor,
  { items, targets }: { items: readonly AuditItem[]; targets: Targets },
): Promise<AuditItem[]> {
  const isUnseen = ({ target }: AuditItem) =>
    target !== null && target.name === null && target.type in targets
  const ids = items.filter(isUnseen).map(({ id }) => id)
  if (ids.length === 0) return [...items]
  const rows = await db
    .select({ id: auditLog.id, organizationId: auditLog.organizationId, name: organization.name })
    .from(auditLog)
    .leftJoin(organization, eq(organization.id, auditLog.organizationId))
    .where(inArray(auditLog.id, ids))
  const places = new Map(rows.map((row) => [row.id, row]))
  return items.map((item) => {
    const place = places.get(item.id)
    if (!place || !item.target) return item
    const isPersonal = place.organizationId === null
    const isActive = place.organizationId === actor.workspace.organizationId
    if (isPersonal ? isActive && item.actor?.id === actor.userId : isActive || place.name === null)
      return item
    return { ...item, target: { ...item.target, place: place.name } }
  })
}

/** Actions on the account by anyone, and the user's own actions on its sessions. */
function ofAccount(userId: string): SQL | undefined {
  return or(
    and(eq(auditLog.targetId, userId), eq(auditLog.targetType, 'user')),
    and(eq(auditLog.actorId, userId), eq(auditLog.targetType, 'session')),
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
