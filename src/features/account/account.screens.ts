import { randomUUID } from 'node:crypto'
import { inDatabase } from '../../../e2e/support/in-database.ts'
import { dialog, type Pictures } from '../../../e2e/support/pictures.ts'
import type { Screens, Step } from '../../../e2e/support/screens.ts'

export const screens: Screens = {
  open: [{ path: '/cancel-deletion?token=any' }],
}

export const steps: readonly Step[] = [
  (_, { email }) =>
    inDatabase(
      `insert into passkey (id, public_key, user_id, credential_id, counter, device_type, backed_up)
       select $1, 'key', id, $1, 0, 'singleDevice', false from "user" where email = $2`,
      [randomUUID(), email],
    ),
]

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
