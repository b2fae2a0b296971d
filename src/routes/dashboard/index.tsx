import { createFileRoute } from '@tanstack/react-router'
import { DashboardHome } from '#/shell/dashboard-home.tsx'
import { homeCardsOf } from '#/shell/slots/home.ts'
import { overview } from '#/shell/overview/overview-queries.ts'
import { titled } from '#/shell/document/root-head.ts'
import { loadParts } from '@plinth/core/client'

export const Route = createFileRoute('/dashboard/')({
  loader: async ({ context }) => {
    const { queryClient, trpc } = await context.queries.ready()
    await Promise.all([
      context.i18n.load(['page:home']),
      loadParts(queryClient, [
        overview(trpc),
        ...homeCardsOf(context.viewer).flatMap(({ query }) => query?.(trpc) ?? []),
      ]),
    ])
  },
  head: ({ match }) => titled(match.context.i18n.t('app:dashboard.title')),
  component: Page,
  staticData: { access: 'overview.read', crumb: 'app:nav.home', shape: 'home' },
})

function Page() {
  return <DashboardHome viewer={Route.useRouteContext().viewer} />
}
