import { eq, sql } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import type { VerbContext } from '@plinth/core/verb/server'
import { changeTodos, nextVersion } from './change-todos.server.ts'
import { todosAccess } from '../todos.access.ts'
import type { TodoIdInput } from '../todos.schema.ts'
import { todoRows } from './todo-rows.server.ts'
import { todos } from './todos.table.server.ts'

/** Deletes a to-do. Any member of its workspace. Throws not_found. */
export async function deleteTodo(ctx: VerbContext, { id }: TodoIdInput): Promise<{ id: string }> {
  const actor = authorize(ctx.actor, todosAccess.delete)
  return changeTodos(ctx.db, actor, async (tx) => {
    await todoRows.read(tx, actor, { id })
    await tx
      .update(todos)
      .set({ deletedAt: sql`now()`, version: nextVersion })
      .where(eq(todos.id, id))
    return { id }
  })
}
