import type { VerbContext } from '@plinth/core/verb/server'
import { LIST_MAX_LENGTH, type Todo } from '../todos.schema.ts'
import { todoRows } from './todo-rows.server.ts'

/** Returns the whole list of the workspace, oldest first. It is limited, so there is one page. Any member. */
export async function listTodos(ctx: VerbContext): Promise<{ items: Todo[]; nextCursor: null }> {
  const { items } = await todoRows.list(ctx, { sort: 'createdAt', limit: LIST_MAX_LENGTH })
  return { items, nextCursor: null }
}
