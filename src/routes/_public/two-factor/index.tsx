import { createFileRoute, redirect } from '@tanstack/react-router'
import { titled } from '#/app/shell/document/root-head.ts'
import { TwoFactorPage, twoFactorSearch } from '#/features/two-factor/index.ts'

export const Route = createFileRoute('/_public/two-factor/')({
  validateSearch: twoFactorSearch,
  beforeLoad: async ({ context, search }) => {
    // Without an authenticator app there is nothing to choose: codes come by mail.
    const isMailedOnly = context.halfSignedIn?.methods.includes('totp') === false
    if (isMailedOnly && search.method !== 'backupCode') throw redirect({ to: '/two-factor/otp', search })
    await context.i18n.load(['two-factor', 'security'])
  },
  head: ({ match }) => titled(match.context.i18n.t('two-factor:totp.title')),
  component: Page,
  staticData: { access: 'halfSignedIn' },
})

function Page() {
  const { redirect: redirectTo = '/dashboard', method = 'totp' } = Route.useSearch()
  const { halfSignedIn } = Route.useRouteContext()
  return halfSignedIn ? (
    <TwoFactorPage key={method} half={halfSignedIn} method={method} redirectTo={redirectTo} />
  ) : null
}
