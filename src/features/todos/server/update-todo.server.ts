import { eq } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import type { VerbContext } from '@plinth/core/verb/server'
import { changeTodos, nextVersion } from './change-todos.server.ts'
import { todosAccess } from '../todos.access.ts'
import type { Todo, UpdateTodoInput } from '../todos.schema.ts'
import { todoRows } from './todo-rows.server.ts'
import { todos } from './todos.table.server.ts'

/**
 * Changes the text of a to-do or its completion; omitted fields stay. Any member of its workspace. Throws
 * not_found.
 */
export async function updateTodo(ctx: VerbContext, { id, text, completed }: UpdateTodoInput): Promise<Todo> {
  const actor = authorize(ctx.actor, todosAccess.update)
  return changeTodos(ctx.db, actor, async (tx) => {
    await todoRows.read(tx, actor, { id })
    await tx.update(todos).set({ text, completed, version: nextVersion }).where(eq(todos.id, id))
    return todoRows.read(tx, actor, { id })
  })
}
