import { z } from 'zod'
import { repeatedPassword } from '@plinth/core/auth/auth.schema.ts'
import { changePasswordForm } from '@plinth/core/auth/security/security.schema.ts'

/** The fields of the password form; the confirmation stays in the browser. */
export const passwordFields = changePasswordForm
  .extend({ passwordConfirmation: repeatedPassword, revokeOtherSessions: z.boolean() })
  .refine((fields) => fields.newPassword === fields.passwordConfirmation, {
    path: ['passwordConfirmation'],
    message: 'errors:passwordMismatch',
  })
