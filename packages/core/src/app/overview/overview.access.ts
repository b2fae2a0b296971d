import { defineAccess } from '#/access/access.ts'

export const overviewAccess = defineAccess('overview', {
  read: ['any-role'],
  // What everybody in the workspace did.
  activity: ['member'],
})
