import { defineAccess } from '@plinth/core/access'

const own = { allow: ['user'], unless: ['impersonated'] } as const

/** The user's own second factor, and the sign-ins that wait for it. */
export const twoFactorAccess = defineAccess('security', {
  enableTwoFactor: { allow: ['user'], unless: ['unverified', 'impersonated'] },
  disableTwoFactor: own,
  backupCodes: own,
  passSecondFactor: ['second-factor-pending'],
  // A signed-in user sends the code that completes the setup of an authenticator.
  passTotp: { allow: ['second-factor-pending', 'user'], unless: ['impersonated'] },
})
