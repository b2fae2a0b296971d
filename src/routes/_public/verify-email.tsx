import { createFileRoute } from '@tanstack/react-router'
import { reachServer } from '@plinth/core/client'
import { safeRedirect } from '@plinth/core/page'
import { readVerificationLink } from '#/shell/functions/mailed-links.functions.ts'
import { titled } from '#/shell/document/root-head.ts'
import { usePageOwner } from '#/shell/use-session-watch.ts'
import { disownSignUp } from '#/features/account/index.ts'
import { VerifyEmailPage } from '#/features/sign-in/index.ts'

type Search = { token?: string; redirect?: string }

export const Route = createFileRoute('/_public/verify-email')({
  validateSearch: ({ token, redirect }): Search => ({
    ...(typeof token === 'string' && { token: token.slice(0, 4000) }),
    ...(redirect !== undefined && { redirect: safeRedirect(redirect) }),
  }),
  loaderDeps: ({ search: { token } }) => ({ token }),
  beforeLoad: ({ context }) => context.i18n.load(['sign-in', 'verify-email', 'security']),
  // Once: after its own post the page says what happened, and not what the link would show then.
  shouldReload: false,
  loader: async ({ deps: { token } }) => ({
    link: token === undefined ? undefined : await readVerificationLink({ data: token, fetch: reachServer }),
  }),
  head: ({ match }) => titled(match.context.i18n.t('verify-email:page.title')),
  component: Page,
  staticData: { access: 'public', hasSecretUrl: true },
})

function Page() {
  const { token = '', redirect } = Route.useSearch()
  const { viewer } = Route.useRouteContext()
  usePageOwner(viewer)
  const shown = { token, viewer, redirectTo: redirect, disown: disownSignUp }
  return <VerifyEmailPage {...Route.useLoaderData()} {...shown} />
}
