import { and, desc, eq, inArray, isNull, not, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { authorize } from '#/core/access/access.ts'
import {
  inPreparedWorkspace,
  kindOfWorkspace,
  workspaceIds,
  type WorkspaceKind,
} from '#/core/access/workspace.server.ts'
import { auditLog } from '#/core/audit/audit.table.server.ts'
import { user } from '#/core/identity/identity.table.server.ts'
import { preparedQuery } from '#/core/db/prepared-query.server.ts'
import type { VerbContext } from '#/core/trpc/context.server.ts'
import { documents } from '#/features/documents/index.server.ts'
import { posts } from '#/features/posts/index.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { overviewAccess } from './overview.access.ts'
import { columnsOfDone, stepsOf, type Step } from './steps.server.ts'

/** Entries with two lines each are as high as five posts. */
const SHOWN = 4
/** More than are shown, because repeated actions are collapsed. */
const READ = 40

/** The audit actions that every member may see. Plain members may not see pending invitations. */
const shownActions = [
  'post.create',
  'post.update',
  'post.delete',
  'post.restore',
  'document.upload',
  'organization.create',
  'organization.update',
  'organization.changeLogo',
  'organization.transfer',
  'invitation.accept',
  'member.leave',
  'member.remove',
  'member.changeRole',
] as const

export type Activity = {
  id: string
  at: Date
  action: (typeof shownActions)[number]
  /** The user who did it; null once the account is gone. */
  actor: { id: string; name: string; image: string | null } | null
  /** The name of the affected member, if any. */
  subject: string | null
  /** The post; null while it is deleted. */
  post: { id: string; title: string } | null
  /** The document; null once it is deleted. */
  document: { id: string; name: string } | null
}

type Overview = {
  /** Null for users with only a full name. */
  firstName: string | null
  steps: Step[]
  activity: Activity[]
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
        inArray(auditLog.action, shownActions),
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
  const isTarget = (type: string, table: typeof posts | typeof documents) =>
    and(eq(entry.targetType, type), eq(table.id, entry.targetId), inPreparedWorkspace(table, kind))
  return db
    .select({
      done: columnsOfDone(db, kind),
      entry: { id: entry.id, at: entry.at, action: sql<Activity['action']>`${entry.action}` },
      actor: { id: actorUser.id, name: actorUser.name, image: actorUser.image },
      subject: subject.name,
      firstName: user.firstName,
      post: { id: posts.id, title: posts.title },
      document: { id: documents.id, name: documents.name },
    })
    .from(user)
    .leftJoin(entry, sql`true`)
    .leftJoin(actorUser, eq(actorUser.id, entry.actorId))
    .leftJoin(subject, eq(subject.id, sql`${entry.details}->>'userId'`))
    .leftJoin(posts, and(isTarget('post', posts), isNull(posts.deletedAt)))
    .leftJoin(documents, isTarget('document', documents))
    .where(eq(user.id, sql.placeholder('userId')))
    .orderBy(desc(entry.at))
})

/**
 * Returns the next steps and the recent activity of the active workspace, newest first. Entries hold names
 * and titles, never addresses or details. Any member. Uses a single query on the workspace's index, because
 * every visit to the dashboard starts with it.
 */
export async function readOverview(ctx: VerbContext): Promise<Overview> {
  const actor = authorize(ctx.actor, overviewAccess.read)
  const rows = await overviewOf(ctx.db, kindOfWorkspace(actor)).execute(workspaceIds(actor))
  // The user has just been deleted elsewhere.
  if (!rows[0]) throw new AppError('not_found', 'errors:notFound')
  const activity = rows.flatMap(({ entry, actor: by, subject: to, post, document }) =>
    entry ? { ...entry, actor: by, subject: to, post, document } : [],
  )
  return { firstName: rows[0].firstName, steps: stepsOf(actor, rows[0].done), activity }
}
