import { createFileRoute, notFound } from '@tanstack/react-router'
import { titled } from '#/shell/document/root-head.ts'
import { BillingPage, billingOverview, billingSearch, sells } from '#/features/billing/index.ts'

export const Route = createFileRoute('/dashboard/billing')({
  validateSearch: billingSearch,
  beforeLoad: async ({ context }) => {
    await context.i18n.load(['billing'])
    if (!sells(context.pageSettings)) throw notFound()
  },
  loader: async ({ context }) => {
    const { queryClient, trpc } = await context.queries.ready()
    await queryClient.query({ ...billingOverview(trpc), staleTime: 'static' })
  },
  head: ({ match }) => titled(match.context.i18n.t('billing:shell.nav')),
  component: Page,
  staticData: {
    access: 'billing.overview',
    crumb: 'billing:shell.nav',
    entry: 'organization',
    shape: 'cards',
  },
})

function Page() {
  const { sellsPlans = [] } = Route.useRouteContext().pageSettings
  return <BillingPage search={Route.useSearch()} limits={sellsPlans} />
}
