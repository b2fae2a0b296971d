import { createFileRoute, notFound } from '@tanstack/react-router'
import { bannerNamespacesOf, workspaceSwitch } from '#/app/registry/layout.ts'
import { navigationCounts } from '#/app/registry/navigation.ts'
import { DashboardLayout } from '#/app/shell/dashboard-layout.tsx'
import { titled } from '#/app/shell/document/root-head.ts'
import type { RouterContext } from '#/app/shell/query-client/router-context.ts'
import { NotFoundHere } from '#/app/shell/status-pages.tsx'
import type { Viewer } from '#/core/auth/viewer.ts'
import { loadOptional } from '#/core/trpc/optional-query.ts'

export const Route = createFileRoute('/dashboard')({
  beforeLoad: async ({ context }) => {
    const { viewer, i18n, queries, isDenied } = context
    if (!viewer) throw new Error('The root route did not redirect a visitor')
    await Promise.all([queries.ready(), i18n.load(['page:dashboard'])])
    if (isDenied) {
      // The loader isn't called for a page that is not found.
      await loadLayout({ ...context, viewer })
      throw notFound()
    }
    return { viewer }
  },
  loader: ({ context }) => loadLayout(context),
  // Every page has its own title; this one is for unknown paths.
  head: ({ match }) => titled(match.context.i18n.t('app:notFound.title')),
  component: Layout,
  notFoundComponent: NotFound,
  staticData: { access: 'signedIn' },
})

async function loadLayout({ viewer, i18n, queries }: RouterContext & { viewer: Viewer }): Promise<void> {
  const { queryClient, trpc } = await queries.ready()
  // Without it, the switch of workspaces says why.
  const workspaces = Promise.resolve(workspaceSwitch?.load({ queryClient, trpc })).catch(() => {})
  await Promise.all([
    i18n.load(bannerNamespacesOf(viewer)),
    workspaces,
    loadOptional(queryClient, navigationCounts(trpc, viewer), workspaces),
  ])
}

type LayoutProps = { isDenied?: boolean }

function Layout({ isDenied }: LayoutProps) {
  const { viewer, queries, sidebarCollapsed } = Route.useRouteContext()
  return (
    <DashboardLayout viewer={viewer} queries={queries} startsCollapsed={sidebarCollapsed}>
      {isDenied ? <NotFoundHere /> : undefined}
    </DashboardLayout>
  )
}

/** For an unknown path inside of the layout; for a page that the user may not see instead of it. */
function NotFound() {
  return Route.useRouteContext().isDenied ? <Layout isDenied /> : <NotFoundHere />
}
