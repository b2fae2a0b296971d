import { createFileRoute } from '@tanstack/react-router'
import { workspaceNamespaces, workspaceSections } from '#/app/registry/workspace.ts'
import { titled } from '#/app/shell/document/root-head.ts'
import { loadMembers, WorkspacePage } from '#/features/organizations/index.ts'

export const Route = createFileRoute('/dashboard/workspace/')({
  beforeLoad: ({ context }) => context.i18n.load(workspaceNamespaces),
  loader: async ({ context }) => loadMembers(await context.queries.ready(), context.viewer),
  head: ({ match }) => titled(match.context.i18n.t('organizations:members.title')),
  component: Page,
  staticData: { access: 'organizations.members', crumb: 'organizations:members.title', shape: 'members' },
})

function Page() {
  return <WorkspacePage viewer={Route.useRouteContext().viewer} sections={workspaceSections} />
}
