import { createFileRoute } from '@tanstack/react-router'
import { titled } from '#/app/shell/document/root-head.ts'
import { signInSearch } from '#/app/pages/sign-in-search.ts'
import { failureText } from '#/core/auth/providers/providers.ts'
import { SignInPage } from '#/features/sign-in/index.ts'

export const Route = createFileRoute('/_public/login')({
  validateSearch: signInSearch,
  beforeLoad: ({ context, search }) =>
    context.i18n.load(['sign-in', ...(search.error ? (['providers'] as const) : [])]),
  head: ({ match }) => titled(match.context.i18n.t('sign-in:signIn.title')),
  component: Page,
  staticData: { access: 'visitors' },
})

function Page() {
  const { redirect = '/dashboard', email, add, ended, error } = Route.useSearch()
  const target = { redirectTo: redirect, isFurther: add === 1 }
  return (
    <SignInPage
      target={target}
      email={email}
      providers={Route.useRouteContext().providers}
      failure={failureText(error)}
      hasEnded={ended === 1}
    />
  )
}
