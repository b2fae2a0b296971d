import { createFileRoute } from '@tanstack/react-router'
import { titled } from '#/app/root-head.ts'
import { VerifyEmailPage } from '#/features/sign-in/index.ts'

export const Route = createFileRoute('/_public/verify-email')({
  validateSearch: ({ error, change }): { error?: string; change?: 'confirmed' } => ({
    ...(typeof error === 'string' && { error: error.slice(0, 100) }),
    ...(change === 'confirmed' && { change }),
  }),
  beforeLoad: ({ context }) => context.i18n.load(['sign-in']),
  head: ({ match }) => titled(match.context.i18n.t('sign-in:verifyEmail.title')),
  component: Page,
  staticData: { access: 'public' },
})

function Page() {
  const { error, change } = Route.useSearch()
  return <VerifyEmailPage failed={error !== undefined} viewer={Route.useRouteContext().viewer} isFirstOfTwo={change === 'confirmed'} />
}
