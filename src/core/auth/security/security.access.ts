import { defineAccess } from '#/core/access/access.ts'

const own = { allow: ['user'], unless: ['impersonated'] } as const

/**
 * What concerns a person's own ways in. Nobody does any of it for somebody else: an admin who acts as a
 * person may look, and no more.
 */
export const securityAccess = defineAccess('security', {
  read: ['user'],
  prove: own,
  enableTwoFactor: { allow: ['user'], unless: ['unverified', 'impersonated'] },
  disableTwoFactor: own,
  backupCodes: own,
  passSecondFactor: ['second-factor-pending'],
  // The code that completes an authenticator comes from somebody signed in.
  passTotp: { allow: ['second-factor-pending', 'user'], unless: ['impersonated'] },
  addPasskey: own,
  usePasskey: ['anyone'],
  changePassword: own,
  changeEmail: own,
  changeName: own,
})
