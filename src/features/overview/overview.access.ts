import { defineAccess } from '@plinth/core/access/access.ts'

export const overviewAccess = defineAccess('overview', {
  read: ['member'],
})
