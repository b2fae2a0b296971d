import { createFileRoute } from '@tanstack/react-router'
import { DashboardHome } from '#/app/pages/dashboard-home.tsx'
import { overview } from '#/app/pages/overview/overview-queries.ts'
import { titled } from '#/app/shell/document/root-head.ts'
import { receivedInvitations } from '#/features/organizations/index.ts'
import { recentPosts } from '#/features/posts/index.ts'

export const Route = createFileRoute('/dashboard/')({
  beforeLoad: ({ context }) => context.i18n.load(['posts', 'overview']),
  loader: async ({ context }) => {
    const { queryClient, trpc } = await context.queries.ready()
    await Promise.all([
      queryClient.query({ ...recentPosts(trpc), staleTime: 'static' }),
      queryClient.query({ ...receivedInvitations(trpc), staleTime: 'static' }),
      queryClient.query({ ...overview(trpc), staleTime: 'static' }),
    ])
  },
  head: ({ match }) => titled(match.context.i18n.t('app:dashboard.title')),
  component: Page,
  staticData: { access: 'posts.list', crumb: 'app:nav.home', shape: 'overview' },
})

function Page() {
  return <DashboardHome name={Route.useRouteContext().viewer.name} />
}
