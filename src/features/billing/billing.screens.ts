import type { Screens } from '@plinth/testing/browser/screens.ts'

export const screens: Screens = {
  // With the keys of a provider only.
  others: [{ path: '/pricing' }, { path: '/dashboard/billing' }, { path: '/dashboard/admin/billing' }],
}
