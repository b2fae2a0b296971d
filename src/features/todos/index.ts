export { todosSearch } from './ui/todos-search.ts'
export { firstOf, listsOf } from './ui/todo-lists.ts'
export { TodosPage } from './ui/todos-page.tsx'
