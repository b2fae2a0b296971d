import { createFileRoute } from '@tanstack/react-router'
import { administrationParts } from '#/app/registry/details.ts'
import { titled } from '#/app/shell/document/root-head.ts'
import { AdminOverviewPage, loadOverview } from '#/features/administration/index.ts'

export const Route = createFileRoute('/dashboard/admin/')({
  beforeLoad: ({ context }) => context.i18n.load(['page:administration']),
  loader: async ({ context }) => {
    const { queryClient, trpc } = await context.queries.ready()
    await loadOverview(queryClient, trpc)
  },
  head: ({ match }) => titled(match.context.i18n.t('administration:overview.title')),
  component: Page,
  staticData: { access: 'admin.users.list', crumb: 'administration:shell.overview', shape: 'cards' },
})

function Page() {
  return <AdminOverviewPage parts={administrationParts} />
}
