import { createFileRoute, notFound } from '@tanstack/react-router'
import { titled } from '#/shell/document/root-head.ts'
import { PricingPage, sells } from '#/features/billing/index.ts'

export const Route = createFileRoute('/_public/pricing')({
  beforeLoad: async ({ context }) => {
    await context.i18n.load(['billing'])
    if (!sells(context.pageSettings)) throw notFound({ routeId: '__root__' })
  },
  head: ({ match }) => titled(match.context.i18n.t('billing:pricing.title')),
  component: Page,
  staticData: { access: 'public', layout: 'site', isShared: true },
})

function Page() {
  const { viewer, pageSettings } = Route.useRouteContext()
  return <PricingPage signedIn={viewer !== null} limits={pageSettings.sellsPlans ?? []} />
}
