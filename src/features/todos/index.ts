export { todosAccess } from './todos.access.ts'
export { todosSearch } from './ui/todos-search.ts'
export { PendingTodos, pendingTodos } from './ui/pending-todos.tsx'
export { TodosPage } from './ui/todos-page.tsx'
