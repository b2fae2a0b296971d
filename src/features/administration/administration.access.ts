import { defineAccess } from '@plinth/core/access'

/** For application admins who are not impersonating: `app-admin` requires both. */
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

export const errorsAccess = defineAccess('admin.errors', { list: ['app-admin'], resolve: ['app-admin'] })

export const queuesAccess = defineAccess('admin.queues', {
  list: ['app-admin'],
  retry: ['app-admin'],
  discard: ['app-admin'],
  scheduled: ['app-admin'],
  run: ['app-admin'],
})
