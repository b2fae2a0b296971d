import {
  get,
  guessLimits,
  mailLimits,
  post,
  type AuthEndpoint,
  type MappedErrors,
} from '#/core/auth/auth-endpoint.server.ts'
import { securityAccess } from '#/core/auth/security/security.access.ts'
import {
  onDisable,
  onEnable,
  onGenerateBackupCodes,
  onTwoFactorState,
} from './second-factor-settings.server.ts'
import { onSendOtp, onVerifyBackupCode, onVerifyOtp, onVerifyTotp } from './verify-second-factor.server.ts'

const errors: MappedErrors = {
  INVALID_CODE: ['unauthenticated', 'security:invalidCode', 'code'],
  TOTP_NOT_ENABLED: ['unauthenticated', 'security:invalidCode', 'code'],
  INVALID_BACKUP_CODE: ['unauthenticated', 'security:invalidBackupCode', 'code'],
  BACKUP_CODES_NOT_ENABLED: ['unauthenticated', 'security:invalidBackupCode', 'code'],
  INVALID_TWO_FACTOR_COOKIE: ['unauthenticated', 'security:challengeOver'],
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: ['unauthenticated', 'security:challengeOver'],
  OTP_HAS_EXPIRED: ['invalid', 'security:otpOver', 'code'],
  TOTP_ALREADY_ENABLED: ['conflict', 'security:alreadyEnabled'],
  TWO_FACTOR_NOT_ENABLED: ['conflict', 'security:notEnabled'],
}
const mailedCodeErrors: MappedErrors = {
  ...errors,
  INVALID_CODE: ['unauthenticated', 'security:invalidOtp', 'code'],
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: ['invalid', 'security:otpOver', 'code'],
}

/** The endpoints of the second factor. None shows a secret again: users who lost it set up a new one. */
export const twoFactorEndpoints: readonly AuthEndpoint[] = [
  get('/two-factor/state', { isOwn: true, rule: securityAccess.read, ...onTwoFactorState }),
  post('/two-factor/enable', {
    errors,
    rule: securityAccess.enableTwoFactor,
    ...onEnable,
    ...guessLimits,
    passwords: { checks: 'password' },
  }),
  post('/two-factor/disable', {
    errors,
    rule: securityAccess.disableTwoFactor,
    ...onDisable,
    ...guessLimits,
    passwords: { checks: 'password' },
  }),
  post('/two-factor/generate-backup-codes', {
    errors,
    rule: securityAccess.backupCodes,
    ...onGenerateBackupCodes,
    ...guessLimits,
    passwords: { checks: 'password' },
  }),
  post('/two-factor/verify-totp', {
    errors,
    rule: securityAccess.passTotp,
    ...onVerifyTotp,
    ...guessLimits,
  }),
  post('/two-factor/send-otp', {
    errors: mailedCodeErrors,
    rule: securityAccess.passSecondFactor,
    ...onSendOtp,
    ...mailLimits,
  }),
  post('/two-factor/verify-otp', {
    errors: mailedCodeErrors,
    rule: securityAccess.passSecondFactor,
    ...onVerifyOtp,
    ...guessLimits,
  }),
  post('/two-factor/verify-backup-code', {
    errors,
    rule: securityAccess.passSecondFactor,
    ...onVerifyBackupCode,
    ...guessLimits,
  }),
]
