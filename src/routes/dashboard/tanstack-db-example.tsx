import { createFileRoute } from '@tanstack/react-router'
import { titled } from '#/shell/document/root-head.ts'
import { leaveLongList } from '@plinth/core/client'
import { firstOf, listsOf, TodosPage, todosSearch } from '#/features/todos/index.ts'

export const Route = createFileRoute('/dashboard/tanstack-db-example')({
  validateSearch: todosSearch,
  beforeLoad: ({ context }) => context.i18n.load(['todos', 'conflict']),
  loader: async ({ context }) => {
    const { queryClient, trpc } = await context.queries.ready()
    const list = trpc.todos.list.queryOptions()
    const todos = await queryClient.query({ ...list, staleTime: 'static' })
    leaveLongList(queryClient, list.queryKey, todos)
    return { first: firstOf(listsOf(todos.items)) }
  },
  head: ({ match }) => titled(match.context.i18n.t('todos:page.title')),
  component: Todos,
  staticData: { access: 'todos.list', crumb: 'todos:shell.nav', shape: 'checklist' },
})

function Todos() {
  return <TodosPage {...Route.useSearch()} {...Route.useLoaderData()} />
}
