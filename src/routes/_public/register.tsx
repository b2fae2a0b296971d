import { createFileRoute } from '@tanstack/react-router'
import { titled } from '#/app/shell/document/root-head.ts'
import { signInSearch } from '#/app/pages/sign-in-search.ts'
import { SignUp } from '#/app/pages/sign-up.tsx'
import { failureText } from '#/core/auth/providers/providers.ts'

export const Route = createFileRoute('/_public/register')({
  validateSearch: signInSearch,
  beforeLoad: ({ context, search }) =>
    context.i18n.load(['sign-in', 'profile', ...(search.error ? (['providers'] as const) : [])]),
  head: ({ match }) => titled(match.context.i18n.t('sign-in:signUp.title')),
  component: Page,
  staticData: { access: 'visitors' },
})

function Page() {
  const { redirect = '/dashboard', email, add, error } = Route.useSearch()
  const { providers, signsUpAtOnce } = Route.useRouteContext()
  const target = { redirectTo: redirect, isFurther: add === 1 }
  return (
    <SignUp
      target={target}
      email={email}
      providers={providers}
      providerFailure={failureText(error)}
      signsInAtOnce={signsUpAtOnce}
    />
  )
}
