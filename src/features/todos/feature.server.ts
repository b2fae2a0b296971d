import { defineServerFeature } from '@plinth/core/feature/server'
import { sweepTodosJob } from './server/sweep-todos.server.ts'

export const todosFeature = defineServerFeature({
  name: 'todos',
  routers: async () => ({ todos: (await import('./server/todos.router.server.ts')).todosRouter }),
  scopes: ['todos:read', 'todos:write'],
  jobs: () => [sweepTodosJob],
  async accountExport(db, userId) {
    const { exportTodos } = await import('./server/export-todos.server.ts')
    return [{ path: 'todos.json', rows: await exportTodos(db, userId) }]
  },
  chatTools: async () => (await import('./server/todos.chat-tools.server.ts')).todosChatTools,
  demo: async () => (await import('./server/todos.demo.server.ts')).todosDemo,
})
