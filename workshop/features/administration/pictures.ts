import { dialog, type Pictures } from '../../screenshots/pictures.ts'

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
