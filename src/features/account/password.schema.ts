import { z } from 'zod'
import { changePasswordForm } from '#/core/auth/security/security.schema.ts'

/** What the form asks for a new password; the confirmation stays in the browser. */
export const passwordFields = changePasswordForm
  .extend({ passwordConfirmation: z.string(), revokeOtherSessions: z.boolean() })
  .refine((fields) => fields.newPassword === fields.passwordConfirmation, {
    path: ['passwordConfirmation'],
    message: 'errors:passwordMismatch',
  })
