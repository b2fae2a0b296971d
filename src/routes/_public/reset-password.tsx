import { createFileRoute } from '@tanstack/react-router'
import { reachServer } from '@plinth/core/client'
import { readResetLinkOpen } from '#/shell/functions/mailed-links.functions.ts'
import { titled } from '#/shell/document/root-head.ts'
import { ResetPasswordPage } from '#/features/sign-in/index.ts'

export const Route = createFileRoute('/_public/reset-password')({
  validateSearch: (search): { token?: string } =>
    typeof search.token === 'string' ? { token: search.token.slice(0, 200) } : {},
  beforeLoad: ({ context }) => context.i18n.load(['page:signIn']),
  // Not by loaderDeps, and once: the page takes the token out of its address and must not load again.
  shouldReload: false,
  loader: async ({ location }) => {
    const { token } = location.search as { token?: unknown }
    return {
      isOpen:
        typeof token === 'string' &&
        (await readResetLinkOpen({ data: token.slice(0, 200), fetch: reachServer })),
    }
  },
  head: ({ match }) => titled(match.context.i18n.t('sign-in:reset.title')),
  component: Page,
  staticData: { access: 'public', hasSecretUrl: true },
})

function Page() {
  const { token } = Route.useSearch()
  return <ResetPasswordPage token={Route.useLoaderData().isOpen ? token : undefined} />
}
