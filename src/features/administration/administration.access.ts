import { defineAccess } from '#/core/access/access.ts'

/** The application's administration is for admins who are not impersonating: `app-admin` means both. */
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
