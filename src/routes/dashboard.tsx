import { createFileRoute } from '@tanstack/react-router'
import { impersonationNamespaces } from '#/app/shell/impersonation-banner.tsx'
import { DashboardLayout } from '#/app/shell/dashboard-layout.tsx'
import { titled } from '#/app/shell/document/root-head.ts'
import { NotFoundHere } from '#/app/shell/status-pages.tsx'
import { myOrganizations } from '#/features/organizations/index.ts'
import { pendingTodos } from '#/features/todos/index.ts'

export const Route = createFileRoute('/dashboard')({
  beforeLoad: async ({ context }) => {
    if (!context.viewer) throw new Error('The root route did not redirect a visitor')
    const deletionTexts = context.viewer.deletionScheduledFor === null ? [] : (['account'] as const)
    const ofVerifying = context.viewer.actor.emailVerified ? [] : (['sign-in'] as const)
    const texts = [
      'organizations',
      ...impersonationNamespaces(context.viewer),
      ...deletionTexts,
      ...ofVerifying,
    ] as const
    await Promise.all([context.queries.ready(), context.i18n.load(texts)])
    return { viewer: context.viewer }
  },
  loader: async ({ context }) => {
    const { queryClient, trpc } = await context.queries.ready()
    await Promise.all([
      queryClient.query({ ...myOrganizations(trpc), staleTime: 'static' }),
      queryClient.query({ ...pendingTodos(trpc), staleTime: 'static' }),
    ])
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
