import { createFileRoute } from '@tanstack/react-router'
import { titled } from '#/app/root-head.ts'
import { ResetPasswordPage } from '#/features/sign-in/index.ts'

export const Route = createFileRoute('/_public/reset-password')({
  validateSearch: (search): { token?: string } => (typeof search.token === 'string' ? { token: search.token.slice(0, 200) } : {}),
  beforeLoad: ({ context }) => context.i18n.load(['sign-in']),
  head: ({ match }) => titled(match.context.i18n.t('sign-in:reset.title')),
  component: Page,
  staticData: { access: 'public' },
})

function Page() {
  return <ResetPasswordPage token={Route.useSearch().token} />
}
