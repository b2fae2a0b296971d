import { and, count, eq, isNull } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import type { VerbContext } from '@plinth/core/verb/server'
import {
  type WorkspaceKind,
  inPreparedWorkspace,
  kindOfWorkspace,
  preparedQuery,
  workspaceIds,
} from '@plinth/core/database/server'
import { todosAccess } from '../todos.access.ts'
import { todos } from './todos.table.server.ts'

const pendingOf = preparedQuery((db, kind: WorkspaceKind) =>
  db
    .select({ count: count() })
    .from(todos)
    .where(and(inPreparedWorkspace(todos, kind), eq(todos.completed, false), isNull(todos.deletedAt))),
)

/** Returns how many to-dos of the workspace are pending, for the navigation of every page. Any member. */
export async function countPendingTodos(ctx: VerbContext): Promise<{ count: number }> {
  const actor = authorize(ctx.actor, todosAccess.list)
  const [row] = await pendingOf(ctx.db, kindOfWorkspace(actor)).execute(workspaceIds(actor))
  return { count: row?.count ?? 0 }
}
