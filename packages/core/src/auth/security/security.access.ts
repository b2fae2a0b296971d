import { defineAccess } from '#/access/access.ts'

const own = { allow: ['user'], unless: ['impersonated'] } as const

/** A user's own sign-in methods. An impersonating administrator can only read them. */
export const securityAccess = defineAccess('security', {
  read: ['user'],
  reauthenticate: own,
  verifyEmail: own,
  changePassword: own,
  changeEmail: own,
  changeName: own,
})
