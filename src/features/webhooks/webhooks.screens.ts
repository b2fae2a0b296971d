import type { Screens } from '../../../e2e/support/screens.ts'

export const screens: Screens = {
  // In an organization only.
  others: [{ path: '/dashboard/webhooks' }, { path: '/dashboard/webhooks/:id' }],
}
