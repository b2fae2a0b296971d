import { ShieldCheck } from 'lucide-react'
import { defineFeature } from '@plinth/core/feature'
import { permissionsAccess } from './permissions.access.ts'

export const permissionsFeature = defineFeature({
  name: 'permissions',
  access: [permissionsAccess],
  navigation: [
    {
      group: 'examples',
      order: 10,
      to: '/dashboard/protect-examples',
      label: 'permissions:shell.nav',
      Icon: ShieldCheck,
      letter: 'e',
    },
  ],
})
