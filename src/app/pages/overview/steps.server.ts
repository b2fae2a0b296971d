import { and, eq, ne, sql, type SQL } from 'drizzle-orm'
import { may } from '#/core/access/access.ts'
import type { SignedInActor } from '#/core/access/actor.ts'
import type { WorkspaceKind } from '#/core/access/workspace.server.ts'
import { invitation, member, passkey } from '#/core/identity/identity.table.server.ts'
import type { Db } from '#/core/db/database.server.ts'
import { organizationsAccess } from '#/features/organizations/index.ts'
import { posts } from '#/features/posts/index.server.ts'

export type Step = {
  name: 'verifyEmail' | 'passkey' | 'firstPost' | 'organization' | 'invite'
  isDone: boolean
}
type Done = { post: boolean; passkey: boolean; organization: boolean; invited: boolean }

const userId = sql.placeholder('userId')
const organizationId = sql.placeholder('organizationId')

/**
 * Columns of a prepared query that say which steps are done. Each stops at the first row of an index and runs
 * once per query, not once per row.
 */
export function columnsOfDone(db: Db, kind: WorkspaceKind) {
  const exists = (
    table: typeof posts | typeof passkey | typeof member | typeof invitation,
    condition: SQL | undefined,
  ) =>
    sql<boolean>`exists (${db
      .select({ one: sql`1` })
      .from(table)
      .where(condition)})`
  const hasOthers = exists(member, and(eq(member.organizationId, organizationId), ne(member.userId, userId)))
  const hasInvited = exists(invitation, eq(invitation.organizationId, organizationId))
  return {
    post: exists(posts, eq(posts.createdById, userId)),
    passkey: exists(passkey, eq(passkey.userId, userId)),
    organization: exists(member, eq(member.userId, userId)),
    invited: kind === 'organization' ? sql<boolean>`${hasOthers} or ${hasInvited}` : sql<boolean>`false`,
  }
}

/** Returns the steps of a new user. Inviting is a step only for users who may invite. */
export function stepsOf(actor: SignedInActor, done: Done): Step[] {
  const teamSteps: Step[] = actor.workspace.organizationId
    ? may(actor, organizationsAccess.invite)
      ? [{ name: 'invite', isDone: done.invited }]
      : []
    : [{ name: 'organization', isDone: done.organization }]
  return [
    { name: 'verifyEmail', isDone: actor.emailVerified },
    { name: 'firstPost', isDone: done.post },
    ...teamSteps,
    { name: 'passkey', isDone: done.passkey },
  ]
}
