export { todosAccess } from './todos.access.ts'
export { TodosPage } from './todos-page.tsx'
