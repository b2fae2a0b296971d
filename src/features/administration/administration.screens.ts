import type { Screens } from '@plinth/testing/browser/screens.ts'

export const screens: Screens = {
  admin: [{ path: '/dashboard/admin' }, { path: '/dashboard/admin/users', isMain: true }],
}
