import { createFileRoute } from '@tanstack/react-router'
import { workspaceNamespaces, workspaceSections } from '#/app/registry/workspace.ts'
import { titled } from '#/app/shell/document/root-head.ts'
import { loadMembers, WorkspacePage } from '#/features/organizations/index.ts'

export const Route = createFileRoute('/dashboard/workspace/')({
  loader: async ({ context: { i18n, queries, viewer } }) => {
    await Promise.all([i18n.load(workspaceNamespaces), loadMembers(await queries.ready(), viewer)])
  },
  head: ({ match }) => titled(match.context.i18n.t('organizations:members.title')),
  component: Page,
  staticData: { access: 'organizations.members', crumb: 'organizations:members.title', shape: 'members' },
})

function Page() {
  return <WorkspacePage viewer={Route.useRouteContext().viewer} sections={workspaceSections} />
}
