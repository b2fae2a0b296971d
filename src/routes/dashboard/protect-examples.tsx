import { createFileRoute } from '@tanstack/react-router'
import { accessTable } from '#/shell/slots/access.ts'
import { WorkspaceName } from '#/shell/workspace-name.tsx'
import { titled } from '#/shell/document/root-head.ts'
import { PermissionsPage, sources } from '#/features/permissions/index.ts'

export const Route = createFileRoute('/dashboard/protect-examples')({
  beforeLoad: ({ context }) => context.i18n.load(['permissions', 'roles']),
  loader: async ({ context }) => {
    const { queryClient, trpc } = await context.queries.ready()
    await queryClient.query({ ...sources(trpc), staleTime: 'static' })
  },
  head: ({ match }) => titled(match.context.i18n.t('permissions:page.title')),
  component: Page,
  staticData: { access: 'permissions.mine', crumb: 'permissions:shell.nav', shape: 'sections' },
})

function Page() {
  const { viewer } = Route.useRouteContext()
  return <PermissionsPage viewer={viewer} rules={[...accessTable.values()]} Workspace={WorkspaceName} />
}
