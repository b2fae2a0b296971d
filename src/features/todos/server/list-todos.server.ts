import { and, asc, isNull } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import type { VerbContext } from '@plinth/core/verb/server'
import { inWorkspace } from '@plinth/core/database/server'
import { todosAccess } from '../todos.access.ts'
import { LIST_MAX_LENGTH, type Todo } from '../todos.schema.ts'
import { todos } from './todos.table.server.ts'
import { selectTodos } from './todo-row.server.ts'

/** Returns the whole list of the workspace, oldest first. It is limited, so there is one page. Any member. */
export async function listTodos(ctx: VerbContext): Promise<{ items: Todo[]; nextCursor: null }> {
  const actor = authorize(ctx.actor, todosAccess.list)
  const items = await selectTodos(ctx.db)
    .where(and(inWorkspace(todos, actor), isNull(todos.deletedAt)))
    .orderBy(asc(todos.createdAt), asc(todos.id))
    .limit(LIST_MAX_LENGTH)
  return { items, nextCursor: null }
}
