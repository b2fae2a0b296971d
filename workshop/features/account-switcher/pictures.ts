import { menu, type Pictures } from '../../screenshots/pictures.ts'

export const pictures: Pictures = {
  list: () => [
    {
      name: 'dashboard_accounts',
      path: '/dashboard',
      viewer: 'admin',
      prepare: menu('app:accounts.label', { name: 'Alex Admin admin@example.com' }),
    },
  ],
}
