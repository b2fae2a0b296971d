import { and, desc, eq, gte, inArray, like, lte, or, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { userSearch } from '#/identity/user-search.server.ts'
import { organization, user } from '#/identity/identity.table.server.ts'
import { readCursor, writeCursor } from '#/db/cursor.server.ts'
import type { Db } from '#/db/database.server.ts'
import { auditLog } from './audit.table.server.ts'

/** Name and email are null once the account is deleted: the log itself holds neither. */
export type AuditUser = { id: string; name: string | null; email: string | null }

export type AuditItem = {
  id: string
  at: Date
  action: string
  actor: AuditUser | null
  /** The admin who impersonated the actor. */
  impersonator: AuditUser | null
  target: {
    type: string
    id: string
    name: string | null
    /** Where the reader of a page can't see it: the organization, null for a personal workspace. */
    place?: string | null
  } | null
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
// A search that matches more users is too vague to be useful.
const USERS_FOUND_MAX = 100

/** A page of matching entries, newest first. Verbs check the access. Throws invalid (field `cursor`). */
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
  const items = rows.slice(0, page.limit).map(({ entry, ...found }): AuditItem => {
    const { id, at, action, ip, details, targetType, targetId } = entry
    const userOf = (userId: string | null, row: { name: string; email: string } | null) =>
      userId === null ? null : { id: userId, name: row?.name ?? null, email: row?.email ?? null }
    const name = found.target ?? found.organization
    return {
      id,
      at,
      action,
      actor: userOf(entry.actorId, found.actor),
      impersonator: userOf(entry.impersonatorId, found.impersonator),
      target: targetType === null || targetId === null ? null : { type: targetType, id: targetId, name },
      ip,
      details,
    }
  })
  const last = items.at(-1)
  return { items, nextCursor: rows.length > page.limit && last ? writeCursor(last) : null }
}

/** The condition of a filter. Users are found by their current names. */
export async function auditWhere(
  db: Db,
  { actorId, targetId, action, search, from, to }: AuditFilter,
): Promise<SQL | undefined> {
  const users = search ? await findUsers(db, search) : undefined
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
    users && (users.length === 0 ? sql`false` : or(inArray(auditLog.actorId, users), targetsOneOf(users))),
  )
}

async function findUsers(db: Db, search: string): Promise<string[]> {
  const rows = await db.select({ id: user.id }).from(user).where(userSearch(search)).limit(USERS_FOUND_MAX)
  return rows.map(({ id }) => id)
}

// Clients choose the ids of some targets, such as chats: only with the type does an id name a user.
const targetsOneOf = (userIds: readonly string[]): SQL | undefined =>
  and(eq(auditLog.targetType, 'user'), inArray(auditLog.targetId, [...userIds]))

/** Entries where the user is the actor or the target. */
export const concerns = (userId: string): SQL | undefined =>
  or(eq(auditLog.actorId, userId), targetsOneOf([userId]))
