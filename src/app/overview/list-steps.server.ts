import { and, eq, ne, sql, type SQL } from 'drizzle-orm'
import { authorize, may } from '#/core/access/access.ts'
import { inPreparedWorkspace, kindOfWorkspace, workspaceIds, type WorkspaceKind } from '#/core/access/workspace.server.ts'
import { invitation, member, user } from '#/core/auth/auth.table.server.ts'
import { membershipAccess } from '#/core/auth/membership/membership.access.ts'
import { preparedQuery } from '#/core/db/prepared-query.server.ts'
import type { VerbContext } from '#/core/trpc/context.server.ts'
import { posts } from '#/features/posts/index.server.ts'
import { todos } from '#/features/todos/index.server.ts'
import { overviewAccess } from './overview.access.ts'

export type Step = { name: 'verifyEmail' | 'firstPost' | 'firstTodo' | 'organization' | 'invite'; isDone: boolean }

const userId = sql.placeholder('userId')
const organizationId = sql.placeholder('organizationId')

const doneBy = preparedQuery((db, kind: WorkspaceKind) => {
  const exists = (table: typeof posts | typeof todos | typeof member | typeof invitation, condition: SQL | undefined) =>
    sql<boolean>`exists (${db
      .select({ one: sql`1` })
      .from(table)
      .where(condition)})`
  const isShared = kind === 'organization'
  const hasOthers = exists(member, and(eq(member.organizationId, organizationId), ne(member.userId, userId)))
  const hasInvited = exists(invitation, eq(invitation.organizationId, organizationId))
  return db
    .select({
      post: exists(posts, eq(posts.createdById, userId)),
      todo: exists(todos, inPreparedWorkspace(todos, kind)),
      organization: exists(member, eq(member.userId, userId)),
      invited: isShared ? sql<boolean>`${hasOthers} or ${hasInvited}` : sql<boolean>`false`,
    })
    .from(user)
    .where(eq(user.id, userId))
})

/**
 * What a person who is new here does first, and what of it is done. Any member; inviting is a step only for those who may, and the list of to-dos is the workspace's, whoever began it. One query, each part of
 * which stops at the first row of an index.
 */
export async function listSteps(ctx: VerbContext): Promise<Step[]> {
  const actor = authorize(ctx.actor, overviewAccess.steps)
  const [found] = await doneBy(ctx.db, kindOfWorkspace(actor)).execute(workspaceIds(actor))
  const people: Step[] = actor.workspace.organizationId
    ? may(actor, membershipAccess.invite)
      ? [{ name: 'invite', isDone: found?.invited ?? false }]
      : []
    : [{ name: 'organization', isDone: found?.organization ?? false }]
  return [
    { name: 'verifyEmail', isDone: actor.emailVerified },
    { name: 'firstPost', isDone: found?.post ?? false },
    { name: 'firstTodo', isDone: found?.todo ?? false },
    ...people,
  ]
}
