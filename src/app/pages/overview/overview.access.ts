import { defineAccess } from '#/core/access/access.ts'

export const overviewAccess = defineAccess('overview', {
  read: ['member'],
})
