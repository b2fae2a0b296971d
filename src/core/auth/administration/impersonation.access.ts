import { defineAccess } from '#/core/access/access.ts'

/** Acting as somebody: an administrator begins it, whoever is signed in that way ends it. */
export const impersonationAccess = defineAccess('impersonation', {
  begin: ['app-admin'],
  // Also when the borrowed session is over: the way back lies in a cookie of its own.
  end: ['anyone'],
})
