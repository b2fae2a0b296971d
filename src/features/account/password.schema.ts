import { z } from 'zod'
import { changePasswordForm, repeatedPassword } from '@plinth/core/auth'

/** The fields of the password form; the confirmation stays in the browser. */
export const passwordFields = changePasswordForm
  .extend({ passwordConfirmation: repeatedPassword, revokeOtherSessions: z.boolean() })
  .refine((fields) => fields.newPassword === fields.passwordConfirmation, {
    path: ['passwordConfirmation'],
    message: 'errors:passwordMismatch',
  })
