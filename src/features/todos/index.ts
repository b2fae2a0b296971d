export { todosSearch } from './ui/todos-search.ts'
export { TodosPage } from './ui/todos-page.tsx'
