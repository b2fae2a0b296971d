import { get, guessLimits, mailLimits, post, type AuthEndpoint } from '#/core/auth/auth-endpoint.server.ts'
import { securityAccess } from '#/core/auth/security/security.access.ts'
import {
  onDisable,
  onEnable,
  onGenerateBackupCodes,
  onTwoFactorState,
} from './second-factor-settings.server.ts'
import { onSendOtp, onVerifyBackupCode, onVerifyOtp, onVerifyTotp } from './verify-second-factor.server.ts'

/** The endpoints of the second factor. None shows a secret again: users who lost it set up a new one. */
export const twoFactorEndpoints: readonly AuthEndpoint[] = [
  get('/two-factor/state', { isOwn: true, rule: securityAccess.read, ...onTwoFactorState }),
  post('/two-factor/enable', {
    rule: securityAccess.enableTwoFactor,
    ...onEnable,
    ...guessLimits,
    passwords: { checks: 'password' },
  }),
  post('/two-factor/disable', {
    rule: securityAccess.disableTwoFactor,
    ...onDisable,
    ...guessLimits,
    passwords: { checks: 'password' },
  }),
  post('/two-factor/generate-backup-codes', {
    rule: securityAccess.backupCodes,
    ...onGenerateBackupCodes,
    ...guessLimits,
    passwords: { checks: 'password' },
  }),
  post('/two-factor/verify-totp', {
    rule: securityAccess.passTotp,
    ...onVerifyTotp,
    ...guessLimits,
  }),
  post('/two-factor/send-otp', {
    rule: securityAccess.passSecondFactor,
    ...onSendOtp,
    ...mailLimits,
  }),
  post('/two-factor/verify-otp', {
    rule: securityAccess.passSecondFactor,
    ...onVerifyOtp,
    ...guessLimits,
  }),
  post('/two-factor/verify-backup-code', {
    rule: securityAccess.passSecondFactor,
    ...onVerifyBackupCode,
    ...guessLimits,
  }),
]
