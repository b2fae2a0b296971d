import { and, desc, eq, inArray, isNull, not, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { authorize, may } from '#/access/access.ts'
import {
  inPreparedWorkspace,
  kindOfWorkspace,
  workspaceIds,
  type WorkspaceKind,
} from '#/access/workspace.server.ts'
import { auditLog } from '#/audit/audit.table.server.ts'
import { user } from '#/identity/identity.table.server.ts'
import { preparedQuery } from '#/db/prepared-query.server.ts'
import type { VerbContext } from '#/trpc/context.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { overviewAccess } from './overview.access.ts'
import { activityActions, activityTargets, doneColumns, stepsOf, type Step } from './overview-slots.server.ts'

/** Entries with two lines each are as high as five posts. */
const SHOWN = 4
/** More than are shown, because repeated actions are collapsed. */
const READ = 40

export type Activity = {
  id: string
  at: Date
  action: string
  /** The user who did it; null once the account is gone. */
  actor: { id: string; name: string; image: string | null } | null
  /** The name of the affected member, if any. */
  subject: string | null
  /** The audit log's type of what was changed. */
  targetType: string | null
  /** What was changed; null once it is deleted. */
  object: { id: string; title: string } | null
}

type Overview = {
  /** Null for users with only a full name. */
  firstName: string | null
  steps: Step[]
  /** Null for a role that may not see it. */
  activity: Activity[] | null
}

const actorUser = alias(user, 'actor')
const subject = alias(user, 'subject')

// One row per entry, each with the done steps, or a single row while there are no entries.
const overviewOf = preparedQuery((db, kind: WorkspaceKind) => {
  const newest = db
    .select()
    .from(auditLog)
    .where(
      and(
        kind === 'personal'
          ? and(isNull(auditLog.organizationId), eq(auditLog.actorId, sql.placeholder('userId')))
          : eq(auditLog.organizationId, sql.placeholder('organizationId')),
        inArray(auditLog.action, activityActions),
      ),
    )
    .orderBy(desc(auditLog.at))
    .limit(READ)
    .as('newest')
  const act = sql`(${newest.action}, ${newest.targetId}, ${newest.actorId})`
  const compared = db
    .select({
      id: newest.id,
      at: newest.at,
      action: newest.action,
      actorId: newest.actorId,
      targetType: newest.targetType,
      targetId: newest.targetId,
      details: newest.details,
      isRepeated: sql<boolean>`lag(${act}) over (order by ${newest.at} desc) is not distinct from ${act}`.as(
        'is_repeated',
      ),
    })
    .from(newest)
    .as('compared')
  const entry = db
    .select()
    .from(compared)
    .where(not(compared.isRepeated))
    .orderBy(desc(compared.at))
    .limit(SHOWN)
    .as('entry')
  const query = db
    .select({
      done: doneColumns(db, kind),
      entry: { id: entry.id, at: entry.at, action: entry.action, targetType: entry.targetType },
      actor: { id: actorUser.id, name: actorUser.name, image: actorUser.image },
      subject: subject.name,
      firstName: user.firstName,
      object: objectOf(),
    })
    .from(user)
    .leftJoin(entry, sql`true`)
    .leftJoin(actorUser, eq(actorUser.id, entry.actorId))
    .leftJoin(subject, eq(subject.id, sql`${entry.details}->>'userId'`))
    .$dynamic()
  for (const [type, { table, where }] of activityTargets) {
    const isTarget = and(eq(entry.targetType, type), eq(table.id, entry.targetId))
    query.leftJoin(table, and(isTarget, inPreparedWorkspace(table, kind), where))
  }
  return query.where(eq(user.id, sql.placeholder('userId'))).orderBy(desc(entry.at))
})

/** One JSON column for whatever table the entry's target is in; null while no row of it was joined. */
function objectOf() {
  const cases = activityTargets.map(
    ([, { table, title }]) =>
      sql`when ${table.id} is not null then json_build_object('id', ${table.id}, 'title', ${title})`,
  )
  return cases.length === 0
    ? sql<Activity['object']>`null::json`
    : sql<Activity['object']>`case ${sql.join(cases, sql` `)} end`
}

/**
 * Returns the next steps and the recent activity of the active workspace, newest first. Entries hold names
 * and titles, never addresses or details. Any role; activity for members. Uses a single query on the
 * workspace's index, because every visit to the dashboard starts with it.
 */
export async function readOverview(ctx: VerbContext): Promise<Overview> {
  const actor = authorize(ctx.actor, overviewAccess.read)
  const rows = await overviewOf(ctx.db, kindOfWorkspace(actor)).execute(workspaceIds(actor))
  // The user has just been deleted elsewhere.
  if (!rows[0]) throw new AppError('not_found', 'errors:notFound')
  const activity = rows.flatMap(({ entry, actor: by, subject: to, object }) =>
    entry ? { ...entry, actor: by, subject: to, object } : [],
  )
  return {
    firstName: rows[0].firstName,
    steps: stepsOf(actor, rows[0].done),
    activity: may(actor, overviewAccess.activity) ? activity : null,
  }
}
