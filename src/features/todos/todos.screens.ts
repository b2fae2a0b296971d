import type { Screens } from '@plinth/testing/browser/screens.ts'

export const screens: Screens = {
  signedIn: [{ path: '/dashboard/tanstack-db-example' }],
}
