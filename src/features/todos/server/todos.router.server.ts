import { z } from 'zod'
import { idOutput, perMinute, procedure, router } from '@plinth/core/verb/server'
import { countPendingTodos } from './count-pending-todos.server.ts'
import { createTodo } from './create-todo.server.ts'
import { deleteTodo } from './delete-todo.server.ts'
import { listTodos } from './list-todos.server.ts'
import { todoChanges } from './todo-changes.server.ts'
import { todosAccess } from '../todos.access.ts'
import { createTodoInput, todoChangesInput, todoIdInput, updateTodoInput } from '../todos.schema.ts'
import { todoRows } from './todo-rows.server.ts'
import { updateTodo } from './update-todo.server.ts'

const todo = todoRows.output.row

export const todosRouter = router({
  list: procedure(todosAccess.list)
    .meta({ api: { rest: 'GET /todos', summary: 'List to-dos, oldest first' } })
    .output(z.object({ items: z.array(todo), nextCursor: z.null() }))
    .query(({ ctx }) => listTodos(ctx)),
  pending: procedure(todosAccess.list).query(({ ctx }) => countPendingTodos(ctx)),
  create: procedure(todosAccess.create, perMinute(120))
    .meta({ api: { rest: 'POST /todos', summary: 'Add a to-do' } })
    .input(createTodoInput)
    .output(todo)
    .mutation(({ ctx, input }) => createTodo(ctx, input)),
  update: procedure(todosAccess.update, perMinute(240))
    .meta({ api: { rest: 'PATCH /todos/{id}', summary: 'Change the text of a to-do or complete it' } })
    .input(updateTodoInput)
    .output(todo)
    .mutation(({ ctx, input }) => updateTodo(ctx, input)),
  delete: procedure(todosAccess.delete, perMinute(240))
    .meta({ api: { rest: 'DELETE /todos/{id}', summary: 'Delete a to-do' } })
    .input(todoIdInput)
    .output(idOutput)
    .mutation(({ ctx, input }) => deleteTodo(ctx, input)),
  changes: procedure(todosAccess.changes)
    .input(todoChangesInput)
    .subscription(({ ctx, input, signal }) => todoChanges({ ...ctx, signal: signal ?? ctx.signal }, input)),
})
