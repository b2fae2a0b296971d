import { ScrollText } from 'lucide-react'
import { defineFeature } from '@plinth/core/feature'
import { auditAccess } from './audit-log.access.ts'

export const auditLogFeature = defineFeature({
  name: 'audit-log',
  access: [auditAccess],
  navigation: [
    {
      group: 'admin',
      order: 30,
      to: '/dashboard/admin/audit',
      label: 'audit-log:shell.nav',
      Icon: ScrollText,
      letter: 'l',
    },
  ],
})
