export { todosAccess } from './todos.access.ts'
export { TodosPage } from './ui/todos-page.tsx'
