import { defineAccess } from '#/core/access/access.ts'

export const overviewAccess = defineAccess('overview', {
  steps: ['member'],
  activity: ['member'],
})
