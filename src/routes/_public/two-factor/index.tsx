import { createFileRoute, redirect } from '@tanstack/react-router'
import { titled } from '#/shell/document/root-head.ts'
import { TwoFactorPage, twoFactorSearch } from '#/features/two-factor/index.ts'

export const Route = createFileRoute('/_public/two-factor/')({
  validateSearch: twoFactorSearch,
  beforeLoad: async ({ context, search }) => {
    // Without an authenticator app there is nothing to choose: codes come by mail.
    const isMailedOnly = context.pendingSecondFactor?.methods.includes('totp') === false
    if (isMailedOnly && search.method !== 'backupCode') throw redirect({ to: '/two-factor/otp', search })
    await context.i18n.load(['two-factor', 'security'])
  },
  head: ({ match }) => titled(match.context.i18n.t('two-factor:totp.title')),
  component: Page,
  staticData: { access: 'secondFactorPending' },
})

function Page() {
  const { redirect: redirectTo = '/dashboard', method = 'totp' } = Route.useSearch()
  const { pendingSecondFactor } = Route.useRouteContext()
  return pendingSecondFactor ? (
    <TwoFactorPage key={method} pending={pendingSecondFactor} method={method} redirectTo={redirectTo} />
  ) : null
}
