import { createFileRoute } from '@tanstack/react-router'
import { readResetLinkOpen } from '#/app/server/mailed-links.functions.ts'
import { titled } from '#/app/shell/document/root-head.ts'
import { ResetPasswordPage } from '#/features/sign-in/index.ts'

export const Route = createFileRoute('/_public/reset-password')({
  validateSearch: (search): { token?: string } =>
    typeof search.token === 'string' ? { token: search.token.slice(0, 200) } : {},
  loaderDeps: ({ search: { token } }) => ({ token }),
  beforeLoad: ({ context }) => context.i18n.load(['sign-in', 'password-strength']),
  loader: async ({ deps: { token } }) => ({
    isOpen: token !== undefined && (await readResetLinkOpen({ data: token })),
  }),
  head: ({ match }) => titled(match.context.i18n.t('sign-in:reset.title')),
  component: Page,
  staticData: { access: 'public' },
})

function Page() {
  const { token } = Route.useSearch()
  return <ResetPasswordPage token={Route.useLoaderData().isOpen ? token : undefined} />
}
