export { todos } from './server/todos.table.server.ts'
