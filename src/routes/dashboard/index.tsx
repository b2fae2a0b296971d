import { createFileRoute } from '@tanstack/react-router'
import { DashboardHome } from '#/app/pages/dashboard-home.tsx'
import { homeCards, homeNamespaces } from '#/app/registry/home.ts'
import { overview } from '#/app/pages/overview/overview-queries.ts'
import { titled } from '#/app/shell/document/root-head.ts'

export const Route = createFileRoute('/dashboard/')({
  loader: async ({ context }) => {
    const queries = await context.queries.ready()
    const { queryClient, trpc } = queries
    await Promise.all([
      context.i18n.load(['overview', '*:home', ...homeNamespaces]),
      queryClient.query({ ...overview(trpc), staleTime: 'static' }),
      ...homeCards.map((card) => card.load?.(queries)),
    ])
  },
  head: ({ match }) => titled(match.context.i18n.t('app:dashboard.title')),
  component: Page,
  staticData: { access: 'overview.read', crumb: 'app:nav.home', shape: 'overview' },
})

function Page() {
  return <DashboardHome name={Route.useRouteContext().viewer.name} />
}
