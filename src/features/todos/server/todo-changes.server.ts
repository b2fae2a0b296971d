import { and, asc, gt, isNull } from 'drizzle-orm'
import { tracked } from '@trpc/server'
import { authorize } from '#/core/access/access.ts'
import { inWorkspace } from '#/core/access/workspace.server.ts'
import { followTopic } from '#/core/realtime/stream.server.ts'
import type { VerbContext } from '#/core/trpc/context.server.ts'
import { sentTodo, topicOf } from './todo-row.server.ts'
import { todosAccess } from '../todos.access.ts'
import type { Todo, TodoChangesInput } from '../todos.schema.ts'
import { todos } from './todos.table.server.ts'

/**
 * The changes since the previous event: current to-dos, and ids of deleted ones. `isWhole`: this is the whole
 * list, which replaces the client's.
 */
export type TodoChanges = { isWhole: boolean; changed: Todo[]; deleted: string[] }

/**
 * Streams the workspace's list: first what the client has missed since `lastEventId` (without one,
 * everything), then each change as it is committed on any instance. Any member; ends when the user may no
 * longer read the workspace.
 */
export async function* todoChanges(ctx: VerbContext, { lastEventId }: TodoChangesInput) {
  let actor = authorize(ctx.actor, todosAccess.changes)
  const workspace = actor.workspace.organizationId
  let seen = lastEventId ? Number(lastEventId) : undefined
  for await (const _ of followTopic(ctx, todosAccess.changes, topicOf(actor))) {
    actor = authorize(await ctx.actorNow(), todosAccess.changes)
    if (actor.workspace.organizationId !== workspace) return
    const isWhole = seen === undefined
    const rows = await ctx.db
      .select({ ...sentTodo, deletedAt: todos.deletedAt })
      .from(todos)
      .where(and(inWorkspace(todos, actor), isWhole ? isNull(todos.deletedAt) : gt(todos.version, seen ?? 0)))
      .orderBy(asc(todos.version))
    const last = rows.at(-1)?.version ?? seen ?? 0
    if (!isWhole && rows.length === 0) continue
    seen = last
    const changes: TodoChanges = {
      isWhole,
      changed: rows.filter((row) => row.deletedAt === null).map(({ deletedAt: _gone, ...todo }) => todo),
      deleted: rows.filter((row) => row.deletedAt !== null).map((row) => row.id),
    }
    yield tracked(String(last), changes)
  }
}
