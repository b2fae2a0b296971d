import { and, eq, isNull } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import { AppError, type VerbContext } from '@plinth/core/verb/server'
import { inWorkspace, workspaceOf } from '@plinth/core/database/server'
import { createId } from '@plinth/core/schema'
import { changeTodos, nextVersion } from './change-todos.server.ts'
import { todosAccess } from '../todos.access.ts'
import { LIST_MAX_LENGTH, type CreateTodoInput, type Todo } from '../todos.schema.ts'
import { todoRows } from './todo-rows.server.ts'
import { todos } from './todos.table.server.ts'

/**
 * Adds a to-do to the workspace's list. Any member. Idempotent by id: returns the existing to-do. Throws
 * conflict when the list is full, or when the id belongs to a deleted to-do or to another workspace.
 */
export async function createTodo(
  ctx: VerbContext,
  { id = createId(), text }: CreateTodoInput,
): Promise<Todo> {
  const actor = authorize(ctx.actor, todosAccess.create)
  return changeTodos(ctx.db, actor, async (tx) => {
    const isLive = and(inWorkspace(todos, actor), isNull(todos.deletedAt))
    if ((await tx.$count(todos, and(isLive, eq(todos.id, id)))) > 0) return todoRows.read(tx, actor, { id })
    const live = await tx.$count(todos, isLive)
    if (live >= LIST_MAX_LENGTH) throw new AppError('conflict', 'todos:errors.full', { max: LIST_MAX_LENGTH })
    const [created] = await tx
      .insert(todos)
      .values({ id, ...workspaceOf(actor), createdById: actor.userId, text, version: nextVersion })
      .onConflictDoNothing()
      .returning({ id: todos.id })
    if (!created) throw new AppError('conflict', 'todos:errors.idTaken', { field: 'id' })
    return todoRows.read(tx, actor, { id })
  })
}
