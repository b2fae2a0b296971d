import { createFileRoute } from '@tanstack/react-router'
import { titled } from '#/app/shell/document/root-head.ts'
import { CancelDeletion } from '#/features/account/index.ts'

export const Route = createFileRoute('/_public/cancel-deletion')({
  validateSearch: ({ token }): { token?: string } =>
    typeof token === 'string' ? { token: token.slice(0, 200) } : {},
  beforeLoad: ({ context }) => context.i18n.load(['account']),
  head: ({ match }) => titled(match.context.i18n.t('account:cancelDeletion.title')),
  component: Page,
  staticData: { access: 'public' },
})

function Page() {
  // A missing token is treated as a wrong one.
  return <CancelDeletion viewer={Route.useRouteContext().viewer} token={Route.useSearch().token ?? '-'} />
}
