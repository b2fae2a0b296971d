import { createFileRoute, notFound } from '@tanstack/react-router'
import { DashboardLayout, useNotFoundPage } from '#/shell/dashboard-layout.tsx'
import { titled } from '#/shell/document/root-head.ts'
import { loadLayout } from '#/shell/load-layout.ts'

export const Route = createFileRoute('/dashboard')({
  beforeLoad: async ({ context }) => {
    const { viewer, i18n, queries, isDenied } = context
    if (!viewer) throw new Error('The root route did not redirect a visitor')
    await Promise.all([queries.ready(), i18n.load(['page:dashboard'])])
    if (isDenied) {
      // The loader isn't called for a page that is not found. Imported here, or the entry would hold it.
      await (await import('#/shell/load-layout.ts')).loadLayout({ ...context, viewer })
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

function Layout() {
  return <DashboardLayout {...Route.useRouteContext()} />
}

function NotFound() {
  return useNotFoundPage(Route.useRouteContext())
}
