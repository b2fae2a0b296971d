import { defineAccess } from '#/core/access/access.ts'

/** An administrator begins an impersonation; the browser it runs in ends it. */
export const impersonationAccess = defineAccess('impersonation', {
  begin: ['app-admin'],
  // Also after the impersonation session has expired: the administrator's own session is in another cookie.
  end: ['anyone'],
})
