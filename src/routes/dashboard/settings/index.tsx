import { createFileRoute } from '@tanstack/react-router'
import { titled } from '#/shell/document/root-head.ts'
import { SettingsPage } from '#/shell/settings/settings-page.tsx'
import { signInSearch } from '#/shell/sign-in-search.ts'

export const Route = createFileRoute('/dashboard/settings/')({
  validateSearch: ({ error }): { error?: string } => signInSearch({ error }),
  loader: ({ context }) => context.i18n.load(['page:settings']),
  head: ({ match }) => titled(match.context.i18n.t('app:settings.title')),
  component: Page,
  staticData: { access: 'signedIn', crumb: 'app:settings.title', shape: 'sections' },
})

function Page() {
  const { viewer, pageSettings } = Route.useRouteContext()
  return <SettingsPage viewer={viewer} pageSettings={pageSettings} failure={Route.useSearch().error} />
}
