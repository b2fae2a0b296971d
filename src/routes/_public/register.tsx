import { createFileRoute } from '@tanstack/react-router'
import { titled } from '#/app/shell/document/root-head.ts'
import { signInSearch } from '#/app/pages/sign-in-search.ts'
import { signUpImage } from '#/app/registry/sign-up.ts'
import { failureText } from '#/core/auth/providers/providers.ts'
import { SignUpPage } from '#/features/sign-in/index.ts'

export const Route = createFileRoute('/_public/register')({
  validateSearch: signInSearch,
  beforeLoad: ({ context, search }) =>
    context.i18n.load(['sign-in', 'password-strength', ...(search.error ? (['providers'] as const) : [])]),
  loader: ({ context }) => context.i18n.load(signUpImage ? [signUpImage.namespace] : []),
  head: ({ match }) => titled(match.context.i18n.t('sign-in:signUp.title')),
  component: Page,
  staticData: { access: 'visitors' },
})

function Page() {
  const { redirect = '/dashboard', email, add, error } = Route.useSearch()
  const { providers, signsUpAtOnce } = Route.useRouteContext()
  const target = { redirectTo: redirect, isFurther: add === 1 }
  return (
    <SignUpPage
      target={target}
      email={email}
      providers={providers}
      providerFailure={failureText(error)}
      // An upload needs the session that sign-up creates.
      image={signsUpAtOnce ? signUpImage : undefined}
    />
  )
}
