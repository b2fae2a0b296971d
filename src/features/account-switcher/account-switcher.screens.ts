import { menu, type Pictures } from '../../../e2e/support/pictures.ts'
import type { Screens } from '../../../e2e/support/screens.ts'

export const screens: Screens = { open: [{ path: '/login?add=1' }] }

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
