import type { AuthEndpoint } from '#/core/auth/auth-endpoint.server.ts'
import type { Refusals } from '#/core/auth/refusals.server.ts'
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

type Row = Pick<AuthEndpoint, 'rule'> & Partial<AuthEndpoint>
const post = (path: `/${string}`, row: Row): AuthEndpoint => ({ method: 'POST', path, ...row })
const get = (path: `/${string}`, row: Row): AuthEndpoint => ({ method: 'GET', path, ...row })
const own = { isOwn: true } as const

const QUARTER = 900
const guesses = { perAddress: { max: 200, windowSeconds: QUARTER } }
const asksPassword = { passwords: { checks: 'password' } } as const
const mails = { perAddress: { max: 20, windowSeconds: QUARTER } }

const wrongCode: Refusals = {
  INVALID_CODE: ['unauthenticated', 'security:invalidCode', 'code'],
  TOTP_NOT_ENABLED: ['unauthenticated', 'security:invalidCode', 'code'],
  INVALID_BACKUP_CODE: ['unauthenticated', 'security:invalidBackupCode', 'code'],
  BACKUP_CODES_NOT_ENABLED: ['unauthenticated', 'security:invalidBackupCode', 'code'],
  INVALID_TWO_FACTOR_COOKIE: ['unauthenticated', 'security:challengeOver'],
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: ['unauthenticated', 'security:challengeOver'],
}
const wrongMailedCode: Refusals = {
  ...wrongCode,
  INVALID_CODE: ['unauthenticated', 'security:invalidOtp', 'code'],
  OTP_HAS_EXPIRED: ['invalid', 'security:otpOver', 'code'],
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: ['invalid', 'security:otpOver', 'code'],
}
const settings: Refusals = {
  TOTP_ALREADY_ENABLED: ['conflict', 'security:alreadyEnabled'],
  TWO_FACTOR_NOT_ENABLED: ['conflict', 'security:notEnabled'],
}
const passkeyRefusals: Refusals = {
  CHALLENGE_NOT_FOUND: ['invalid', 'security:challengeOver'],
  USER_NOT_VERIFIED: ['forbidden', 'security:userVerification'],
  PASSKEY_NOT_FOUND: ['unauthenticated', 'security:passkeyUnknown'],
  FAILED_TO_VERIFY_REGISTRATION: ['invalid', 'security:passkeyFailed'],
  AUTHENTICATION_FAILED: ['unauthenticated', 'security:passkeyFailed'],
  YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY: ['invalid', 'security:challengeOver'],
}

/**
 * What a person does with their own ways in. What shows a secret again stays closed: who lost it makes a new
 * one.
 */
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
    refusals: settings,
  }),
  post('/two-factor/disable', {
    rule: securityAccess.disableTwoFactor,
    ...onDisable,
    ...guesses,
    ...asksPassword,
    refusals: settings,
  }),
  post('/two-factor/generate-backup-codes', {
    rule: securityAccess.backupCodes,
    ...onGenerateBackupCodes,
    ...guesses,
    ...asksPassword,
    refusals: settings,
  }),
  post('/two-factor/verify-totp', {
    rule: securityAccess.passTotp,
    ...onVerifyTotp,
    ...guesses,
    refusals: wrongCode,
  }),
  post('/two-factor/send-otp', {
    rule: securityAccess.passSecondFactor,
    ...onSendOtp,
    ...mails,
    refusals: wrongMailedCode,
  }),
  post('/two-factor/verify-otp', {
    rule: securityAccess.passSecondFactor,
    ...onVerifyOtp,
    ...guesses,
    refusals: wrongMailedCode,
  }),
  post('/two-factor/verify-backup-code', {
    rule: securityAccess.passSecondFactor,
    ...onVerifyBackupCode,
    ...guesses,
    refusals: wrongCode,
  }),

  get('/passkey/generate-register-options', {
    rule: securityAccess.addPasskey,
    needsProof: true,
    ...onRegisterOptions,
  }),
  post('/passkey/verify-registration', {
    rule: securityAccess.addPasskey,
    needsProof: true,
    ...onRegister,
    refusals: passkeyRefusals,
  }),
  get('/passkey/generate-authenticate-options', {
    rule: securityAccess.usePasskey,
    ...onAuthenticateOptions,
    perAddress: { max: 600, windowSeconds: QUARTER },
  }),
  post('/passkey/verify-authentication', {
    rule: securityAccess.usePasskey,
    ...onAuthenticate,
    ...guesses,
    refusals: passkeyRefusals,
  }),

  post('/change-password', {
    rule: securityAccess.changePassword,
    ...onChangePassword,
    ...guesses,
    passwords: { checks: 'currentPassword', chooses: 'newPassword' },
  }),
  post('/change-email', { rule: securityAccess.changeEmail, needsProof: true, ...onChangeEmail, ...mails }),
  post('/update-user', { rule: securityAccess.changeName, ...onUpdateUser }),
]
