import { dialog, type Pictures } from '../../../e2e/support/pictures.ts'
import type { Screens } from '../../../e2e/support/screens.ts'

export const screens: Screens = {
  open: [{ path: '/cancel-deletion?token=any' }],
}

export const pictures: Pictures = {
  list: () => [
    {
      name: 'dashboard_settings-enhanced_delete',
      path: '/dashboard/settings-enhanced?tab=data',
      viewer: 'admin',
      prepare: dialog('account:deletion.open'),
    },
  ],
}
