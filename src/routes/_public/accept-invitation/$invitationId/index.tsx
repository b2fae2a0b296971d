import { createFileRoute } from '@tanstack/react-router'
import { Invitation, NoInvitation } from '#/app/pages/invitation.tsx'
import { loadInvitation } from '#/app/pages/load-invitation.ts'
import { titled } from '#/app/shell/document/root-head.ts'

export const Route = createFileRoute('/_public/accept-invitation/$invitationId/')({
  validateSearch: (search): { proof?: string } =>
    typeof search.proof === 'string' ? { proof: search.proof.slice(0, 100) } : {},
  beforeLoad: ({ context }) => context.i18n.load(['organizations', 'sign-in']),
  loaderDeps: ({ search: { proof } }) => ({ proof }),
  loader: ({ context, params, deps }) =>
    loadInvitation(context, { id: params.invitationId, proof: deps.proof }),
  head: ({ match }) => titled(match.context.i18n.t('organizations:invitation.title')),
  component: Page,
  notFoundComponent: NoInvitation,
  staticData: { access: 'organizations.invitation' },
})

function Page() {
  return (
    <Invitation
      invitation={Route.useLoaderData()}
      proof={Route.useSearch().proof}
      viewer={Route.useRouteContext().viewer}
    />
  )
}
