import { z } from 'zod'
import { anyPassword, mailedCode, sixDigits } from '@plinth/core/auth'
import { asciiDigits } from '@plinth/core/schema'

export const TRUSTED_DAYS = 30

const totpCode = sixDigits('security:totpDigits')
// As users write them down: the hyphen in the middle is optional. A code in another format is reported as
// wrong.
const backupCode = z
  .string({ error: 'errors:required' })
  .min(1, 'errors:required')
  .max(100, 'errors:tooLong')
  .transform((code) =>
    asciiDigits(code)
      .replaceAll(/[\s\p{Pd}]/gu, '')
      .replace(/^(.{5})(.{5})$/, '$1-$2'),
  )
const trustDevice = z.boolean().optional()

/** Codes of the authenticator app, of a mail, of the list of backup codes. */
export const totpForm = z.strictObject({ code: totpCode, trustDevice })
export const otpForm = z.strictObject({ code: mailedCode, trustDevice })
export const backupCodeForm = z.strictObject({ code: backupCode, trustDevice })

export const enableBody = z.strictObject({
  password: anyPassword.optional(),
  method: z.enum(['totp', 'otp']).default('totp'),
})
export const passwordBody = z.strictObject({ password: anyPassword.optional() })
