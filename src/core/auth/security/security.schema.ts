import { z } from 'zod'
import { email, lastName, newPassword, userName } from '#/core/auth/auth.schema.ts'

// Schemas for a user's own account; forms and endpoints use the same.

export const RECENT_AUTH_MINUTES = 10
export const CODE_MINUTES = 10
export const RESEND_SECONDS = 30
export const TRUSTED_DAYS = 30

const sixDigits = (message: string) =>
  z
    .string({ error: 'errors:required' })
    .max(100, message)
    .transform((code) => code.replaceAll(/\s/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, message))

const totpCode = sixDigits('security:totpDigits')
const mailedCode = sixDigits('security:invalidOtp')
// As users write them down: the hyphen in the middle is optional. A code in another format is reported as
// wrong.
const backupCode = z
  .string({ error: 'errors:required' })
  .min(1, 'errors:required')
  .max(100, 'errors:tooLong')
  .transform((code) => code.replaceAll(/[\s-]/g, '').replace(/^(.{5})(.{5})$/, '$1-$2'))
const anyPassword = z
  .string({ error: 'errors:required' })
  .min(1, 'errors:required')
  .max(1024, 'errors:tooLong')

const trustDevice = z.boolean().optional()

/** Codes of the authenticator app, of a mail, of the list of backup codes. */
export const totpForm = z.strictObject({ code: totpCode, trustDevice })
export const otpForm = z.strictObject({ code: mailedCode, trustDevice })
export const backupCodeForm = z.strictObject({ code: backupCode, trustDevice })
export const codeForm = z.strictObject({ code: mailedCode })

export const enableBody = z.strictObject({
  password: anyPassword.optional(),
  method: z.enum(['totp', 'otp']).default('totp'),
})
export const passwordBody = z.strictObject({ password: anyPassword.optional() })
export const reauthenticateBody = z.strictObject({ password: anyPassword })

export const changePasswordForm = z.strictObject({
  currentPassword: anyPassword,
  newPassword,
  revokeOtherSessions: z.boolean().optional(),
})
export const changeEmailForm = z.strictObject({
  newEmail: email,
  callbackURL: z.string().max(2000, 'errors:tooLong').optional(),
})
export const nameForm = z.strictObject({ firstName: userName, lastName })
/** Third-party clients have only one name field. */
export const updateUserBody = z
  .strictObject({ ...nameForm.partial().shape, name: userName.optional() })
  .refine(
    ({ firstName: first, lastName: last, name }) =>
      name === undefined ? first !== undefined : first === undefined || last !== undefined,
    {
      path: ['firstName'],
      message: 'errors:required',
    },
  )
  .refine(({ firstName: first, lastName: last }) => first === undefined || last !== undefined, {
    path: ['lastName'],
    message: 'errors:required',
  })
