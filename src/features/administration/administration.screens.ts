import { dialog, type Pictures } from '../../../e2e/support/pictures.ts'
import type { Screens } from '../../../e2e/support/screens.ts'

export const screens: Screens = {
  admin: [{ path: '/dashboard/admin' }, { path: '/dashboard/admin/users', budget: { js: 177 } }],
}

export const pictures: Pictures = {
  list: () => [
    {
      name: 'dashboard_admin_users_new',
      path: '/dashboard/admin/users',
      viewer: 'admin',
      prepare: dialog('administration:create.submit'),
    },
  ],
  documented: [
    { file: 'users-dark.png', picture: 'dashboard_admin_users', theme: 'dark', widthPixels: 1280 },
  ],
}
