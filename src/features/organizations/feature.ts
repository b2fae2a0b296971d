import { Users } from 'lucide-react'
import { defineFeature } from '@plinth/core/feature'
import { organizationsAccess } from './organizations.access.ts'

export const organizationsFeature = defineFeature({
  name: 'organizations',
  access: [organizationsAccess],
  navigation: [
    {
      group: 'workspace',
      order: 50,
      to: '/dashboard/workspace',
      label: 'organizations:shell.nav',
      Icon: Users,
      letter: 'm',
      name: 'organization',
    },
  ],
})
