import type { Screens } from '@plinth/testing/browser/screens.ts'

export const screens: Screens = {
  others: [{ path: '/two-factor' }, { path: '/two-factor/otp' }],
}
