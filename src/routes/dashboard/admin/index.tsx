import { createFileRoute } from '@tanstack/react-router'
import { administrationParts, detailsNamespaces } from '#/app/registry/details.ts'
import { titled } from '#/app/shell/document/root-head.ts'
import {
  AdminOverviewPage,
  adminStats,
  usersCount,
  usersPage,
  usersSearch,
} from '#/features/administration/index.ts'

export const Route = createFileRoute('/dashboard/admin/')({
  validateSearch: usersSearch,
  loaderDeps: ({ search }) => search,
  beforeLoad: ({ context }) => context.i18n.load(['account', 'administration', 'security']),
  loader: async ({ context, deps, cause }) => {
    const texts = context.i18n.load(detailsNamespaces)
    const { queryClient, trpc } = await context.queries.ready()
    const page = Promise.all([
      texts,
      queryClient.query({ ...usersPage(trpc, deps), staleTime: 'static' }),
      queryClient.query({ ...usersCount(trpc, deps), staleTime: 'static' }),
    ])
    // As on the users page: the current rows stay while another filter loads.
    if (cause === 'stay') void page.catch(() => {})
    else await Promise.all([page, queryClient.query({ ...adminStats(trpc), staleTime: 'static' })])
  },
  head: ({ match }) => titled(match.context.i18n.t('administration:overview.title')),
  component: Page,
  staticData: { access: 'admin.users.list', crumb: 'administration:shell.overview', shape: 'figures' },
})

function Page() {
  return <AdminOverviewPage search={Route.useSearch()} parts={administrationParts} />
}
