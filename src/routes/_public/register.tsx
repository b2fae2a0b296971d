import { createFileRoute } from '@tanstack/react-router'
import { titled } from '#/shell/document/root-head.ts'
import { isFurtherAccount, signInSearch } from '#/shell/sign-in-search.ts'
import { failureNamespaces, signInMethods } from '#/shell/slots/sign-in.ts'
import { signUpImage } from '#/features/profile/index.ts'
import { SignUpPage } from '#/features/sign-in/index.ts'

export const Route = createFileRoute('/_public/register')({
  validateSearch: signInSearch,
  loaderDeps: ({ search: { error } }) => ({ error }),
  beforeLoad: ({ context }) => context.i18n.load(['page:signIn']),
  loader: ({ context, deps }) => context.i18n.load([...failureNamespaces(deps.error), 'profile']),
  head: ({ match }) => titled(match.context.i18n.t('sign-in:signUp.title')),
  component: Page,
  staticData: { access: 'visitors' },
})

function Page() {
  const search = Route.useSearch()
  const { redirect = '/dashboard', email, error } = search
  const { pageSettings } = Route.useRouteContext()
  const target = { redirectTo: redirect, isFurther: isFurtherAccount(search, pageSettings) }
  return (
    <SignUpPage
      target={target}
      email={email}
      methods={signInMethods}
      pageSettings={pageSettings}
      error={error}
      // An upload needs the session that sign-up creates.
      image={pageSettings.signsUpAtOnce ? signUpImage : undefined}
    />
  )
}
