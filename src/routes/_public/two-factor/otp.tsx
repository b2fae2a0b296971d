import { createFileRoute } from '@tanstack/react-router'
import { titled } from '#/shell/document/root-head.ts'
import { OtpPage, twoFactorSearch } from '#/features/two-factor/index.ts'

export const Route = createFileRoute('/_public/two-factor/otp')({
  validateSearch: twoFactorSearch,
  beforeLoad: ({ context }) => context.i18n.load(['two-factor', 'security']),
  head: ({ match }) => titled(match.context.i18n.t('two-factor:otp.title')),
  component: Page,
  staticData: { access: 'secondFactorPending' },
})

function Page() {
  const { redirect: redirectTo = '/dashboard' } = Route.useSearch()
  const { pendingSecondFactor } = Route.useRouteContext()
  return pendingSecondFactor ? <OtpPage pending={pendingSecondFactor} redirectTo={redirectTo} /> : null
}
