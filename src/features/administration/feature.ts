import { ChartColumn, UserCog } from 'lucide-react'
import { defineFeature } from '@plinth/core/feature'
import { adminAccess, errorsAccess, queuesAccess, usersAccess } from './administration.access.ts'
import { impersonationAccess } from './impersonation.access.ts'

export const administrationFeature = defineFeature({
  name: 'administration',
  access: [adminAccess, usersAccess, errorsAccess, queuesAccess, impersonationAccess],
  navigation: [
    {
      group: 'admin',
      order: 10,
      to: '/dashboard/admin',
      label: 'administration:shell.overview',
      Icon: ChartColumn,
      letter: 'a',
      exact: true,
    },
    {
      group: 'admin',
      order: 20,
      to: '/dashboard/admin/users',
      label: 'administration:shell.users',
      Icon: UserCog,
      letter: 'u',
    },
  ],
})
