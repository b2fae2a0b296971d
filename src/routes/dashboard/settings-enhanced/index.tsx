import { createFileRoute } from '@tanstack/react-router'
import { titled } from '#/shell/document/root-head.ts'
import { signInSearch } from '#/shell/sign-in-search.ts'
import { TabbedSettingsPage } from '#/shell/settings/tabbed-settings-page.tsx'

export const Route = createFileRoute('/dashboard/settings-enhanced/')({
  validateSearch: ({ tab, error }): { tab?: string; error?: string } => ({
    ...signInSearch({ error }),
    ...(typeof tab === 'string' && /^[a-z-]{1,30}$/.test(tab) && { tab }),
  }),
  loader: ({ context }) => context.i18n.load(['page:settings']),
  head: ({ match }) => titled(match.context.i18n.t('settings:tabs.head')),
  component: Page,
  staticData: {
    access: 'signedIn',
    crumb: 'app:nav.settingsTabs',
    entry: 'settings',
    shape: 'sections',
  },
})

function Page() {
  const { viewer, pageSettings } = Route.useRouteContext()
  const { tab, error } = Route.useSearch()
  return <TabbedSettingsPage viewer={viewer} pageSettings={pageSettings} failure={error} tab={tab} />
}
