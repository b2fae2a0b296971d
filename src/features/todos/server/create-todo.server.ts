import { and, count, eq, isNull } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import { AppError, type VerbContext } from '@plinth/core/verb/server'
import { inWorkspace, workspaceOf } from '@plinth/core/database/server'
import { createId } from '@plinth/core/schema'
import { changeTodos, nextVersion, readTodo, selectTodos } from './todo-row.server.ts'
import { todosAccess } from '../todos.access.ts'
import { LIST_MAX_LENGTH, type CreateTodoInput, type Todo } from '../todos.schema.ts'
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
    const mine = inWorkspace(todos, actor)
    const [{ live } = { live: 0 }] = await tx
      .select({ live: count() })
      .from(todos)
      .where(and(mine, isNull(todos.deletedAt)))
    const [there] = await selectTodos(tx).where(and(eq(todos.id, id), mine, isNull(todos.deletedAt)))
    if (there) return there
    if (live >= LIST_MAX_LENGTH) throw new AppError('conflict', 'todos:errors.full', { max: LIST_MAX_LENGTH })
    const [created] = await tx
      .insert(todos)
      .values({ id, ...workspaceOf(actor), createdById: actor.userId, text, version: nextVersion })
      .onConflictDoNothing()
      .returning({ id: todos.id })
    if (!created) throw new AppError('conflict', 'todos:errors.idTaken', { field: 'id' })
    return readTodo(tx, actor, id)
  })
}
