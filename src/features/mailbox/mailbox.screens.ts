import type { Screens } from '../../../e2e/support/screens.ts'

export const screens: Screens = {
  open: [{ path: '/dev/mailbox' }],
}
