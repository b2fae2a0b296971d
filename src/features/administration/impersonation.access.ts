import { defineAccess } from '@plinth/core/access'

/** Admins start an impersonation; the browser it runs in ends it. */
export const impersonationAccess = defineAccess('impersonation', {
  begin: ['app-admin'],
  // Also works after the impersonation session has expired: the admin's own session is in another cookie.
  end: ['anyone'],
})
