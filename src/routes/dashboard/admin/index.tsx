import { createFileRoute } from '@tanstack/react-router'
import { titled } from '#/shell/document/root-head.ts'
import { AdminOverviewPage, loadOverview } from '#/features/administration/index.ts'

export const Route = createFileRoute('/dashboard/admin/')({
  beforeLoad: ({ context }) => context.i18n.load(['page:administration']),
  loader: async ({ context }) => {
    const { queryClient, trpc } = await context.queries.ready()
    await loadOverview(queryClient, trpc)
  },
  head: ({ match }) => titled(match.context.i18n.t('administration:overview.title')),
  component: AdminOverviewPage,
  staticData: { access: 'admin.users.list', crumb: 'administration:shell.overview', shape: 'figures' },
})
