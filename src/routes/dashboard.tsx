import { createFileRoute } from '@tanstack/react-router'
import { navigationCounts } from '#/app/registry/navigation.ts'
import { impersonationNamespaces } from '#/app/shell/impersonation-banner.tsx'
import { DashboardLayout } from '#/app/shell/dashboard-layout.tsx'
import { titled } from '#/app/shell/document/root-head.ts'
import { NotFoundHere } from '#/app/shell/status-pages.tsx'
import { loadOptional } from '#/core/trpc/optional-query.ts'
import { myOrganizations } from '#/features/organizations/index.ts'

export const Route = createFileRoute('/dashboard')({
  beforeLoad: async ({ context }) => {
    if (!context.viewer) throw new Error('The root route did not redirect a visitor')
    const deletionTexts = context.viewer.deletionScheduledFor === null ? [] : (['account'] as const)
    const ofVerifying = context.viewer.actor.emailVerified ? [] : (['sign-in'] as const)
    const texts = [...impersonationNamespaces(context.viewer), ...deletionTexts, ...ofVerifying]
    const loaded = context.i18n.load(['*:shell', 'organizations', ...texts])
    await Promise.all([context.queries.ready(), loaded])
    return { viewer: context.viewer }
  },
  loader: async ({ context }) => {
    const { queryClient, trpc } = await context.queries.ready()
    const organizations = queryClient.query({ ...myOrganizations(trpc), staleTime: 'static' })
    await Promise.all([organizations, loadOptional(queryClient, navigationCounts(trpc), organizations)])
  },
  // Every page has its own title; this one is for unknown paths.
  head: ({ match }) => titled(match.context.i18n.t('app:notFound.title')),
  component: Layout,
  notFoundComponent: NotFoundHere,
  staticData: { access: 'signedIn' },
})

function Layout() {
  const { viewer, queries, sidebarCollapsed } = Route.useRouteContext()
  return <DashboardLayout viewer={viewer} queries={queries} startsCollapsed={sidebarCollapsed} />
}
