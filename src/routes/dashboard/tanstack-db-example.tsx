import { createFileRoute } from '@tanstack/react-router'
import { titled } from '#/app/shell/document/root-head.ts'
import { TodosPage, todosSearch } from '#/features/todos/index.ts'

export const Route = createFileRoute('/dashboard/tanstack-db-example')({
  validateSearch: todosSearch,
  beforeLoad: ({ context }) => context.i18n.load(['todos']),
  loader: async ({ context }) => {
    const { queryClient, trpc } = await context.queries.ready()
    await queryClient.query({ ...trpc.todos.list.queryOptions(), staleTime: 'static' })
  },
  head: ({ match }) => titled(match.context.i18n.t('todos:page.title')),
  component: Todos,
  staticData: { access: 'todos.list', crumb: 'todos:shell.nav', shape: 'checklist' },
})

function Todos() {
  return <TodosPage {...Route.useSearch()} />
}
