import { createFileRoute } from '@tanstack/react-router'
import { loadMembers } from '#/app/pages/load-members.ts'
import { titled } from '#/app/shell/document/root-head.ts'
import { Workspace } from '#/app/pages/workspace.tsx'

export const Route = createFileRoute('/dashboard/workspace/')({
  beforeLoad: ({ context }) => context.i18n.load(['audit-log']),
  loader: ({ context }) => loadMembers(context),
  head: ({ match }) => titled(match.context.i18n.t('organizations:members.title')),
  component: Page,
  staticData: { access: 'organizations.members', crumb: 'organizations:members.title', shape: 'members' },
})

function Page() {
  return <Workspace viewer={Route.useRouteContext().viewer} />
}
