import { perMinute, procedure, router } from '#/core/trpc/trpc.server.ts'
import { countPendingTodos } from './count-pending-todos.server.ts'
import { createTodo } from './create-todo.server.ts'
import { deleteTodo } from './delete-todo.server.ts'
import { listTodos } from './list-todos.server.ts'
import { todoChanges } from './todo-changes.server.ts'
import { todosAccess } from '../todos.access.ts'
import { createTodoInput, todoChangesInput, todoIdInput, updateTodoInput } from '../todos.schema.ts'
import { updateTodo } from './update-todo.server.ts'

export const todosRouter = router({
  list: procedure(todosAccess.list).query(({ ctx }) => listTodos(ctx)),
  pending: procedure(todosAccess.list).query(({ ctx }) => countPendingTodos(ctx)),
  create: procedure(todosAccess.create, perMinute(120))
    .input(createTodoInput)
    .mutation(({ ctx, input }) => createTodo(ctx, input)),
  update: procedure(todosAccess.update, perMinute(240))
    .input(updateTodoInput)
    .mutation(({ ctx, input }) => updateTodo(ctx, input)),
  delete: procedure(todosAccess.delete, perMinute(240))
    .input(todoIdInput)
    .mutation(({ ctx, input }) => deleteTodo(ctx, input)),
  changes: procedure(todosAccess.changes)
    .input(todoChangesInput)
    .subscription(({ ctx, input, signal }) => todoChanges({ ...ctx, signal: signal ?? ctx.signal }, input)),
})
