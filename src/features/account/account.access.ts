import { defineAccess } from '@plinth/core/access'

const own = { allow: ['user'], unless: ['impersonated'] } as const

export const accountAccess = defineAccess('account', {
  read: ['user'],
  // An impersonating administrator may neither export a user's data nor delete the account.
  export: own,
  latestExport: own,
  requestDeletion: own,
  cancelDeletion: own,
  // The token in the mailed link is the credential of both.
  cancelDeletionByLink: ['anyone'],
  disownSignUp: ['anyone'],
})

export const sessionsAccess = defineAccess('sessions', { list: ['user'], revoke: own, revokeOthers: own })
