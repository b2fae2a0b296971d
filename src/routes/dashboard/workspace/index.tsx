import { createFileRoute } from '@tanstack/react-router'
import { organizationSections } from '#/shell/slots/organization.ts'
import { titled } from '#/shell/document/root-head.ts'
import { loadMembers, WorkspacePage } from '#/features/organizations/index.ts'

export const Route = createFileRoute('/dashboard/workspace/')({
  loader: async ({ context }) => {
    const texts = context.i18n.load(['page:organization'])
    await Promise.all([texts, loadMembers(await context.queries.ready(), context.viewer)])
  },
  head: ({ match }) => titled(match.context.i18n.t('organizations:members.title')),
  component: Page,
  staticData: { access: 'organizations.members', crumb: 'organizations:shell.nav', shape: 'people' },
})

function Page() {
  return <WorkspacePage viewer={Route.useRouteContext().viewer} sections={organizationSections} />
}
