import type { Screens } from '@plinth/testing/browser/screens.ts'

export const screens: Screens = {
  open: [
    { path: '/login', isMain: true },
    { path: '/register', isMain: true },
    { path: '/forgot-password' },
    { path: '/reset-password' },
    { path: '/reset-password?token=any' },
    { path: '/verify-email' },
    { path: '/verify-email?token=any' },
    { path: '/login?ended=1' },
  ],
}
