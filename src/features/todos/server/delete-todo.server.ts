import { eq, lt, sql } from 'drizzle-orm'
import { authorize } from '#/core/access/access.ts'
import type { OpenDatabase } from '#/core/db/database.server.ts'
import { defineJob } from '#/core/jobs/jobs.server.ts'
import type { VerbContext } from '#/core/trpc/context.server.ts'
import { changeTodos, nextVersion, readTodo } from './todo-row.server.ts'
import { todosAccess } from '../todos.access.ts'
import type { TodoIdInput } from '../todos.schema.ts'
import { todos } from './todos.table.server.ts'

/** How long the row of a deleted to-do is kept for offline browsers. */
export const DELETED_KEPT_DAYS = 30

/** Deletes a to-do. Any member of its workspace. Throws not_found. */
export async function deleteTodo(ctx: VerbContext, { id }: TodoIdInput): Promise<{ id: string }> {
  const actor = authorize(ctx.actor, todosAccess.delete)
  return changeTodos(ctx.db, actor, async (tx) => {
    await readTodo(tx, actor, id)
    await tx
      .update(todos)
      .set({ deletedAt: sql`now()`, version: nextVersion })
      .where(eq(todos.id, id))
    return { id }
  })
}

/** Removes the rows of to-dos deleted more than a month ago, and returns their number. */
export async function sweepTodos(db: OpenDatabase['db']): Promise<number> {
  const gone = await db
    .delete(todos)
    .where(lt(todos.deletedAt, sql`now() - make_interval(days => ${DELETED_KEPT_DAYS})`))
    .returning({ id: todos.id })
  return gone.length
}

export const sweepTodosJob = defineJob({
  name: 'sweep-todos',
  cron: '47 3 * * *',
  handler: async ({ db }) => void (await sweepTodos(db)),
})
