import { defineAccess } from '#/access/access.ts'

export const overviewAccess = defineAccess('overview', {
  read: ['member'],
})
