import { createFileRoute } from '@tanstack/react-router'
import { reachServer } from '#/core/auth/page-fetch.ts'
import { readAccountVerified } from '#/app/server/mailed-links.functions.ts'
import { titled } from '#/app/shell/document/root-head.ts'
import { VerifyEmailPage } from '#/features/sign-in/index.ts'
import { safeRedirect } from '#/lib/safe-redirect.ts'

type Search = { error?: string; change?: 'confirmed'; account?: string; redirect?: string }

export const Route = createFileRoute('/_public/verify-email')({
  validateSearch: ({ error, change, account, redirect }): Search => ({
    ...(typeof error === 'string' && { error: error.slice(0, 100) }),
    ...(change === 'confirmed' && { change }),
    ...(typeof account === 'string' && { account: account.slice(0, 200) }),
    ...(redirect !== undefined && { redirect: safeRedirect(redirect) }),
  }),
  loaderDeps: ({ search: { account, error } }) => ({ account: error === undefined ? account : undefined }),
  beforeLoad: ({ context }) => context.i18n.load(['page:signIn']),
  loader: async ({ deps: { account } }) => ({
    isVerified: account !== undefined && (await readAccountVerified({ data: account, fetch: reachServer })),
  }),
  head: ({ match }) => titled(match.context.i18n.t('sign-in:verifyEmail.title')),
  component: Page,
  staticData: { access: 'public' },
})

function Page() {
  const { error, change, redirect } = Route.useSearch()
  const { viewer } = Route.useRouteContext()
  const isVerified = Route.useLoaderData().isVerified || (viewer?.actor.emailVerified ?? false)
  const state = error !== undefined ? 'expired' : isVerified ? 'verified' : 'pending'
  return (
    <VerifyEmailPage
      state={state}
      viewer={viewer}
      redirectTo={redirect}
      isFirstOfTwo={change === 'confirmed'}
    />
  )
}
