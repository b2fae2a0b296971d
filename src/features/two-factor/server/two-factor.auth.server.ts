import { type MappedErrors, get, guessLimits, mailLimits, post } from '@plinth/core/auth/server'
import { securityAccess } from '@plinth/core/auth'
import type { FeaturePlugins } from '@plinth/core/feature/server'
import { twoFactorAccess } from '../two-factor.access.ts'
import { secondFactor } from './second-factor-plugin.server.ts'
import { twoFactor } from './two-factor.table.server.ts'
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

/** The second factor. No endpoint shows a secret again: users who lost it set up a new one. */
export const twoFactorAuth: FeaturePlugins = {
  plugins: ({ env, secret }) => [secondFactor({ secret, appUrl: env.APP_URL })],
  tables: { twoFactor },
  endpoints: [
    get('/two-factor/state', { isOwn: true, rule: securityAccess.read, ...onTwoFactorState }),
    post('/two-factor/enable', {
      errors,
      rule: twoFactorAccess.enableTwoFactor,
      ...onEnable,
      ...guessLimits,
      passwords: { checks: 'password' },
    }),
    post('/two-factor/disable', {
      errors,
      rule: twoFactorAccess.disableTwoFactor,
      ...onDisable,
      ...guessLimits,
      passwords: { checks: 'password' },
    }),
    post('/two-factor/generate-backup-codes', {
      errors,
      rule: twoFactorAccess.backupCodes,
      ...onGenerateBackupCodes,
      ...guessLimits,
      passwords: { checks: 'password' },
    }),
    post('/two-factor/verify-totp', {
      errors,
      rule: twoFactorAccess.passTotp,
      ...onVerifyTotp,
      ...guessLimits,
    }),
    post('/two-factor/send-otp', {
      errors: mailedCodeErrors,
      rule: twoFactorAccess.passSecondFactor,
      ...onSendOtp,
      ...mailLimits,
    }),
    post('/two-factor/verify-otp', {
      errors: mailedCodeErrors,
      rule: twoFactorAccess.passSecondFactor,
      ...onVerifyOtp,
      ...guessLimits,
    }),
    post('/two-factor/verify-backup-code', {
      errors,
      rule: twoFactorAccess.passSecondFactor,
      ...onVerifyBackupCode,
      ...guessLimits,
    }),
  ],
}
