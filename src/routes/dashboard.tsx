import { createFileRoute } from '@tanstack/react-router'
import { bannerNamespacesOf, workspaceSwitch } from '#/app/registry/layout.ts'
import { navigationCounts } from '#/app/registry/navigation.ts'
import { DashboardLayout } from '#/app/shell/dashboard-layout.tsx'
import { titled } from '#/app/shell/document/root-head.ts'
import { NotFoundHere } from '#/app/shell/status-pages.tsx'
import { loadOptional } from '#/core/trpc/optional-query.ts'

export const Route = createFileRoute('/dashboard')({
  beforeLoad: async ({ context: { viewer, i18n, queries } }) => {
    if (!viewer) throw new Error('The root route did not redirect a visitor')
    await Promise.all([queries.ready(), i18n.load(['page:dashboard'])])
    return { viewer }
  },
  loader: async ({ context }) => {
    const { queryClient, trpc } = await context.queries.ready()
    const texts = context.i18n.load(bannerNamespacesOf(context.viewer))
    const workspaces = Promise.resolve(workspaceSwitch?.load({ queryClient, trpc }))
    await Promise.all([texts, workspaces, loadOptional(queryClient, navigationCounts(trpc), workspaces)])
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
