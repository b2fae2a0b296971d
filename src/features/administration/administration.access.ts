import { defineAccess } from '#/core/access/access.ts'

/**
 * The administration of the application is for its administrators, and for none who acts as somebody else:
 * `app-admin` says both.
 */
export const adminAccess = defineAccess('admin', { stats: ['app-admin'] })

export const usersAccess = defineAccess('admin.users', {
  list: ['app-admin'],
  get: ['app-admin'],
  create: ['app-admin'],
  ban: ['app-admin'],
  unban: ['app-admin'],
  delete: ['app-admin'],
  revokeSessions: ['app-admin'],
  setRole: ['app-admin'],
  export: ['app-admin'],
})
