import type { Screens } from '@plinth/testing/browser/screens.ts'

export const screens: Screens = {
  // In an organization only.
  others: [{ path: '/dashboard/webhooks' }, { path: '/dashboard/webhooks/:id' }],
}
