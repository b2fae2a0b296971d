import { createFileRoute } from '@tanstack/react-router'
import { PermissionsPage } from '#/app/pages/permissions/permissions-page.tsx'
import { sources } from '#/app/pages/permissions/sources.ts'
import { titled } from '#/app/shell/document/root-head.ts'

export const Route = createFileRoute('/dashboard/protect-examples')({
  beforeLoad: ({ context }) => context.i18n.load(['permissions', 'access']),
  loader: async ({ context }) => {
    const { queryClient, trpc } = await context.queries.ready()
    await queryClient.query({ ...sources(trpc), staleTime: 'static' })
  },
  head: ({ match }) => titled(match.context.i18n.t('permissions:page.title')),
  component: Page,
  staticData: { access: 'permissions.mine', crumb: 'app:nav.permissions', shape: 'rules' },
})

function Page() {
  return <PermissionsPage viewer={Route.useRouteContext().viewer} />
}
