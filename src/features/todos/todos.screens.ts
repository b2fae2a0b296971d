import type { Screens } from '../../../e2e/support/screens.ts'

export const screens: Screens = {
  signedIn: [{ path: '/dashboard/tanstack-db-example' }],
}
