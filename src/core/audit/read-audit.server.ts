import { and, desc, eq, gte, inArray, like, lte, or, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { userSearch } from '#/core/identity/user-search.server.ts'
import { organization, user } from '#/core/identity/identity.table.server.ts'
import { readCursor, writeCursor } from '#/core/db/cursor.server.ts'
import type { Db } from '#/core/db/database.server.ts'
import { auditLog } from './audit.table.server.ts'

/** Name and address are null once the account is gone: the log itself holds neither. */
export type AuditPerson = { id: string; name: string | null; email: string | null }

export type AuditItem = {
  id: string
  at: Date
  action: string
  actor: AuditPerson | null
  /** Who acted as the actor. */
  impersonator: AuditPerson | null
  target: { type: string; id: string; name: string | null } | null
  ip: string | null
  details: Record<string, string | number | boolean | null>
}

export type AuditFilter = {
  actorId?: string
  targetId?: string
  action?: string
  search?: string
  from?: Date
  to?: Date
}
export type AuditPage = { items: AuditItem[]; nextCursor: string | null }

const actor = alias(user, 'actor')
const impersonator = alias(user, 'impersonator')
const target = alias(user, 'target')
// More people than that have a part of a name in common only where it says nothing.
const PEOPLE_FOUND_MAX = 100

/**
 * A page of the entries that fit, the newest first. For verbs, which say who may see which. Throws invalid
 * (field `cursor`).
 */
export async function readAudit(
  db: Db,
  where: SQL | undefined,
  page: { cursor?: string | null; limit: number },
): Promise<AuditPage> {
  const after = readCursor(page.cursor)
  const rows = await db
    .select({
      entry: auditLog,
      actor: { name: actor.name, email: actor.email },
      impersonator: { name: impersonator.name, email: impersonator.email },
      target: target.name,
      organization: organization.name,
    })
    .from(auditLog)
    .leftJoin(actor, eq(actor.id, auditLog.actorId))
    .leftJoin(impersonator, eq(impersonator.id, auditLog.impersonatorId))
    .leftJoin(target, and(eq(auditLog.targetType, 'user'), eq(target.id, auditLog.targetId)))
    .leftJoin(
      organization,
      and(eq(auditLog.targetType, 'organization'), eq(organization.id, auditLog.targetId)),
    )
    .where(
      and(where, after && sql`(${auditLog.at}, ${auditLog.id}) < (${after.at}::timestamptz, ${after.id})`),
    )
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(page.limit + 1)
  const items = rows.slice(0, page.limit).map(({ entry, ...people }): AuditItem => {
    const { id, at, action, ip, details, targetType, targetId } = entry
    const person = (personId: string | null, found: { name: string; email: string } | null) =>
      personId === null ? null : { id: personId, name: found?.name ?? null, email: found?.email ?? null }
    const name = people.target ?? people.organization
    return {
      id,
      at,
      action,
      actor: person(entry.actorId, people.actor),
      impersonator: person(entry.impersonatorId, people.impersonator),
      target: targetType === null || targetId === null ? null : { type: targetType, id: targetId, name },
      ip,
      details,
    }
  })
  const last = items.at(-1)
  return { items, nextCursor: rows.length > page.limit && last ? writeCursor(last) : null }
}

/** The condition of a filter; people are looked up by their names as they are now. */
export async function auditWhere(
  db: Db,
  { actorId, targetId, action, search, from, to }: AuditFilter,
): Promise<SQL | undefined> {
  const people = search ? await findPeople(db, search) : undefined
  return and(
    actorId === undefined ? undefined : eq(auditLog.actorId, actorId),
    targetId === undefined ? undefined : eq(auditLog.targetId, targetId),
    action === undefined
      ? undefined
      : action.includes('.')
        ? eq(auditLog.action, action)
        : like(auditLog.action, `${action}.%`),
    from && gte(auditLog.at, from),
    to && lte(auditLog.at, to),
    people &&
      (people.length === 0
        ? sql`false`
        : or(inArray(auditLog.actorId, people), inArray(auditLog.targetId, people))),
  )
}

async function findPeople(db: Db, search: string): Promise<string[]> {
  const rows = await db.select({ id: user.id }).from(user).where(userSearch(search)).limit(PEOPLE_FOUND_MAX)
  return rows.map(({ id }) => id)
}

/** Whoever acted or was acted on. */
export const concerns = (personId: string): SQL | undefined =>
  or(eq(auditLog.actorId, personId), eq(auditLog.targetId, personId))
