import { and, eq, ne, sql, type SQL } from 'drizzle-orm'
import { authorize, may } from '#/core/access/access.ts'
import { inWorkspace } from '#/core/access/workspace.server.ts'
import { invitation, member } from '#/core/auth/auth.table.server.ts'
import { membershipAccess } from '#/core/auth/membership/membership.access.ts'
import type { VerbContext } from '#/core/trpc/context.server.ts'
import { posts } from '#/features/posts/index.server.ts'
import { todos } from '#/features/todos/index.server.ts'
import { overviewAccess } from './overview.access.ts'

export type Step = { name: 'verifyEmail' | 'firstPost' | 'firstTodo' | 'organization' | 'invite'; isDone: boolean }

/**
 * What a person who is new here does first, and what of it is done. Any member; inviting is a step only for those who may, and the list of to-dos is the workspace's, whoever began it. One query, each part of
 * which stops at the first row of an index.
 */
export async function listSteps(ctx: VerbContext): Promise<Step[]> {
  const actor = authorize(ctx.actor, overviewAccess.steps)
  const organizationId = actor.workspace.organizationId ?? ''
  const exists = (table: typeof posts | typeof todos | typeof member | typeof invitation, condition: SQL | undefined) =>
    sql<boolean>`exists (${ctx.db
      .select({ one: sql`1` })
      .from(table)
      .where(condition)})`
  const hasOthers = exists(member, and(eq(member.organizationId, organizationId), ne(member.userId, actor.userId)))
  const { rows } = await ctx.db.execute<{ post: boolean; todo: boolean; organization: boolean; invited: boolean }>(
    sql`select ${exists(posts, eq(posts.createdById, actor.userId))} as post,
      ${exists(todos, inWorkspace(todos, actor))} as todo,
      ${exists(member, eq(member.userId, actor.userId))} as organization,
      ${hasOthers} or ${exists(invitation, eq(invitation.organizationId, organizationId))} as invited`,
  )
  const [found] = rows
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
