import type { Screens } from '../../../e2e/support/screens.ts'

export const screens: Screens = {
  admin: [{ path: '/dashboard/admin' }, { path: '/dashboard/admin/users', budget: { js: 177 } }],
}
