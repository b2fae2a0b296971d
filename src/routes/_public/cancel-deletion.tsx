import { createFileRoute } from '@tanstack/react-router'
import { reachServer } from '@plinth/core/client'
import { readDeletionByLink } from '#/shell/functions/mailed-links.functions.ts'
import { titled } from '#/shell/document/root-head.ts'
import { CancelDeletion } from '#/features/account/index.ts'

export const Route = createFileRoute('/_public/cancel-deletion')({
  validateSearch: ({ token }): { token?: string } =>
    typeof token === 'string' ? { token: token.slice(0, 200) } : {},
  beforeLoad: ({ context }) => context.i18n.load(['account']),
  loaderDeps: ({ search: { token } }) => ({ token }),
  loader: async ({ deps: { token } }) =>
    token === undefined ? null : await readDeletionByLink({ data: token, fetch: reachServer }),
  head: ({ match }) => titled(match.context.i18n.t('account:cancelDeletion.title')),
  component: Page,
  staticData: { access: 'public', hasSecretUrl: true },
})

function Page() {
  const { token = '' } = Route.useSearch()
  return (
    <CancelDeletion viewer={Route.useRouteContext().viewer} token={token} deletion={Route.useLoaderData()} />
  )
}
