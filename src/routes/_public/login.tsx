import { createFileRoute } from '@tanstack/react-router'
import { reachServer } from '@plinth/core/client'
import { titled } from '#/shell/document/root-head.ts'
import { isFurtherAccount, signInSearch } from '#/shell/sign-in-search.ts'
import { failureNamespaces, signInMethods } from '#/shell/slots/sign-in.ts'
import { SignInPage } from '#/features/sign-in/index.ts'

export const Route = createFileRoute('/_public/login')({
  validateSearch: signInSearch,
  loaderDeps: ({ search: { error, ended } }) => ({ error, ended }),
  beforeLoad: ({ context }) => context.i18n.load(['page:signIn']),
  loader: async ({ context, deps }) => {
    await context.i18n.load(failureNamespaces(deps.error))
    const { ended } = deps
    if (!ended) return { ended }
    // Loaded on demand: most sign-ins follow no ended session.
    const { readSessionEnded } = await import('#/shell/functions/mailed-links.functions.ts')
    return { ended: (await readSessionEnded({ fetch: reachServer })) ?? ('somehow' as const) }
  },
  head: ({ match }) => titled(match.context.i18n.t('sign-in:signIn.title')),
  component: Page,
  staticData: { access: 'visitors', isShared: true },
})

function Page() {
  const search = Route.useSearch()
  const { redirect = '/dashboard', email, error } = search
  const { pageSettings } = Route.useRouteContext()
  const target = { redirectTo: redirect, isFurther: isFurtherAccount(search, pageSettings) }
  return (
    <SignInPage
      target={target}
      email={email}
      methods={signInMethods}
      pageSettings={pageSettings}
      error={error}
      ended={Route.useLoaderData().ended}
    />
  )
}
