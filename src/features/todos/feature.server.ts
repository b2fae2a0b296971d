import { defineServerFeature } from '@plinth/core/feature/server'
import { sweepTodosJob } from './server/sweep-todos.server.ts'

export const todosFeature = defineServerFeature({
  name: 'todos',
  routers: async () => ({ todos: (await import('./server/todos.router.server.ts')).todosRouter }),
  scopes: ['todos:read', 'todos:write'],
  jobs: () => [sweepTodosJob],
  async accountExport(db, userId) {
    const { todoRows } = await import('./server/todo-rows.server.ts')
    return [{ path: 'todos.json', rows: todoRows.exportOf(db, userId) }]
  },
  chatTools: async () => (await import('./server/todos.chat-tools.server.ts')).todosChatTools,
  demo: async () => (await import('./server/todos.demo.server.ts')).todosDemo,
})
