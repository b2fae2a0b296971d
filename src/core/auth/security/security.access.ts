import { defineAccess } from '#/core/access/access.ts'

const own = { allow: ['user'], unless: ['impersonated'] } as const

/** A user's own sign-in methods. An impersonating administrator can only read them. */
export const securityAccess = defineAccess('security', {
  read: ['user'],
  reauthenticate: own,
  enableTwoFactor: { allow: ['user'], unless: ['unverified', 'impersonated'] },
  disableTwoFactor: own,
  backupCodes: own,
  passSecondFactor: ['second-factor-pending'],
  // A signed-in user sends the code that completes the setup of an authenticator.
  passTotp: { allow: ['second-factor-pending', 'user'], unless: ['impersonated'] },
  changePassword: own,
  changeEmail: own,
  changeName: own,
})
