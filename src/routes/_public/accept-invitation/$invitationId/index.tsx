import { createFileRoute } from '@tanstack/react-router'
import { titled } from '#/shell/document/root-head.ts'
import { tellOtherTabs } from '#/shell/query-client/workspace-tabs.ts'
import { usePageOwner } from '#/shell/use-session-watch.ts'
import { Invitation, loadInvitation, NoInvitation } from '#/features/organizations/index.ts'

export const Route = createFileRoute('/_public/accept-invitation/$invitationId/')({
  validateSearch: (search): { proof?: string } =>
    typeof search.proof === 'string' ? { proof: search.proof.slice(0, 100) } : {},
  beforeLoad: ({ context }) => context.i18n.load(['organizations', 'roles', 'verify-email']),
  loaderDeps: ({ search: { proof } }) => ({ proof }),
  loader: async ({ context, params, deps }) =>
    loadInvitation(await context.queries.ready(), { id: params.invitationId, proof: deps.proof }),
  head: ({ match }) => titled(match.context.i18n.t('organizations:invitation.title')),
  component: Page,
  notFoundComponent: NoInvitation,
  staticData: { access: 'organizations.invitation', hasSecretUrl: true },
})

function Page() {
  const { viewer } = Route.useRouteContext()
  usePageOwner(viewer)
  return (
    <Invitation
      invitation={Route.useLoaderData()}
      proof={Route.useSearch().proof}
      viewer={viewer}
      onJoined={tellOtherTabs}
    />
  )
}
