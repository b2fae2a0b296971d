import { createFileRoute } from '@tanstack/react-router'
import { actingTexts } from '#/app/shell/impersonation-banner.tsx'
import { DashboardLayout } from '#/app/shell/dashboard-layout.tsx'
import { titled } from '#/app/shell/document/root-head.ts'
import { NotFoundHere } from '#/app/shell/status-pages.tsx'
import { myOrganizations } from '#/features/organizations/index.ts'

export const Route = createFileRoute('/dashboard')({
  beforeLoad: async ({ context }) => {
    if (!context.viewer) throw new Error('The guard of the root has let a stranger in')
    const ofEnding = context.viewer.endsAt === null ? [] : (['account'] as const)
    const ofVerifying = context.viewer.actor.emailVerified ? [] : (['sign-in'] as const)
    const texts = [
      'organizations',
      'membership',
      ...actingTexts(context.viewer),
      ...ofEnding,
      ...ofVerifying,
    ] as const
    await Promise.all([context.data.ready(), context.i18n.load(texts)])
    return { viewer: context.viewer }
  },
  loader: async ({ context }) => {
    const { queryClient, trpc } = await context.data.ready()
    await queryClient.query({ ...myOrganizations(trpc), staleTime: 'static' })
  },
  // Every page has a title of its own: this one is left to a path that no page answers.
  head: ({ match }) => titled(match.context.i18n.t('app:notFound.title')),
  component: Layout,
  notFoundComponent: NotFoundHere,
  staticData: { access: 'signedIn', crumb: 'app:nav.home' },
})

function Layout() {
  const { viewer, data, sidebarCollapsed } = Route.useRouteContext()
  return <DashboardLayout viewer={viewer} data={data} startsCollapsed={sidebarCollapsed} />
}
