import type { Screens } from '../../../e2e/support/screens.ts'

export const screens: Screens = {
  others: [{ path: '/two-factor' }, { path: '/two-factor/otp' }],
}
