import { get, post, QUARTER_HOUR, type AuthEndpoint } from '#/core/auth/auth-endpoint.server.ts'
import { onChangeEmail } from './change-address.server.ts'
import { onChangePassword, onUpdateUser } from './own-account-guards.server.ts'
import {
  onAuthenticate,
  onAuthenticateOptions,
  onRegister,
  onRegisterOptions,
} from './passkey-guards.server.ts'
import { onProveCode, onProvePassword, onSendProofCode, onWaysToProve } from './proof-guards.server.ts'
import {
  onDisable,
  onEnable,
  onGenerateBackupCodes,
  onTwoFactorState,
} from './second-factor-guards.server.ts'
import {
  onSendOtp,
  onVerifyBackupCode,
  onVerifyOtp,
  onVerifyTotp,
} from './second-factor-verify-guards.server.ts'
import { securityAccess } from './security.access.ts'

const own = { isOwn: true } as const
const guesses = { perAddress: { max: 200, windowSeconds: QUARTER_HOUR } }
const asksPassword = { passwords: { checks: 'password' } } as const
const mails = { perAddress: { max: 20, windowSeconds: QUARTER_HOUR } }

/** A user's own sign-in methods. What shows a secret again stays closed: who lost it makes a new one. */
export const securityEndpoints: readonly AuthEndpoint[] = [
  get('/prove/ways', { ...own, rule: securityAccess.read, ...onWaysToProve }),
  post('/prove/password', {
    ...own,
    rule: securityAccess.prove,
    ...onProvePassword,
    ...guesses,
    ...asksPassword,
  }),
  post('/prove/send-code', { ...own, rule: securityAccess.prove, ...onSendProofCode, ...mails }),
  post('/prove/code', { ...own, rule: securityAccess.prove, ...onProveCode, ...guesses }),

  get('/two-factor/state', { ...own, rule: securityAccess.read, ...onTwoFactorState }),
  post('/two-factor/enable', {
    rule: securityAccess.enableTwoFactor,
    ...onEnable,
    ...guesses,
    ...asksPassword,
  }),
  post('/two-factor/disable', {
    rule: securityAccess.disableTwoFactor,
    ...onDisable,
    ...guesses,
    ...asksPassword,
  }),
  post('/two-factor/generate-backup-codes', {
    rule: securityAccess.backupCodes,
    ...onGenerateBackupCodes,
    ...guesses,
    ...asksPassword,
  }),
  post('/two-factor/verify-totp', {
    rule: securityAccess.passTotp,
    ...onVerifyTotp,
    ...guesses,
  }),
  post('/two-factor/send-otp', {
    rule: securityAccess.passSecondFactor,
    ...onSendOtp,
    ...mails,
  }),
  post('/two-factor/verify-otp', {
    rule: securityAccess.passSecondFactor,
    ...onVerifyOtp,
    ...guesses,
  }),
  post('/two-factor/verify-backup-code', {
    rule: securityAccess.passSecondFactor,
    ...onVerifyBackupCode,
    ...guesses,
  }),

  get('/passkey/generate-register-options', {
    rule: securityAccess.addPasskey,
    requiresRecentAuth: true,
    ...onRegisterOptions,
  }),
  post('/passkey/verify-registration', {
    rule: securityAccess.addPasskey,
    requiresRecentAuth: true,
    ...onRegister,
  }),
  get('/passkey/generate-authenticate-options', {
    rule: securityAccess.usePasskey,
    ...onAuthenticateOptions,
    perAddress: { max: 600, windowSeconds: QUARTER_HOUR },
  }),
  post('/passkey/verify-authentication', {
    rule: securityAccess.usePasskey,
    ...onAuthenticate,
    ...guesses,
  }),

  post('/change-password', {
    rule: securityAccess.changePassword,
    ...onChangePassword,
    ...guesses,
    passwords: { checks: 'currentPassword', chooses: 'newPassword' },
  }),
  post('/change-email', {
    rule: securityAccess.changeEmail,
    requiresRecentAuth: true,
    ...onChangeEmail,
    ...mails,
  }),
  post('/update-user', { rule: securityAccess.changeName, ...onUpdateUser }),
]
