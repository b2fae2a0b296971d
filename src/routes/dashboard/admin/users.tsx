import { createFileRoute } from '@tanstack/react-router'
import { userDetails } from '#/shell/slots/details.ts'
import { titled } from '#/shell/document/root-head.ts'
import { UsersPage, usersCount, usersPage, usersSearch } from '#/features/administration/index.ts'

export const Route = createFileRoute('/dashboard/admin/users')({
  validateSearch: usersSearch,
  loaderDeps: ({ search }) => search,
  beforeLoad: ({ context }) => context.i18n.load(['page:administration']),
  loader: async ({ context, deps, cause }) => {
    const { queryClient, trpc } = await context.queries.ready()
    const page = Promise.all([
      queryClient.query({ ...usersPage(trpc, deps), staleTime: 'static' }),
      queryClient.query({ ...usersCount(trpc, deps), staleTime: 'static' }),
    ])
    // The current rows stay while another filter loads, until its rows or an error replace them.
    if (cause === 'stay') void page.catch(() => {})
    else await page
  },
  head: ({ match }) => titled(match.context.i18n.t('administration:users.title')),
  component: Page,
  staticData: { access: 'admin.users.list', crumb: 'administration:shell.users', shape: 'table' },
})

function Page() {
  return <UsersPage search={Route.useSearch()} details={userDetails} />
}
