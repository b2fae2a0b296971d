import { z } from 'zod'
import { email, newPassword, personName } from '#/core/auth/auth.schema.ts'

/** The fields of the sign-up form. */
export const signUpFields = z
  .object({
    firstName: personName,
    lastName: personName,
    email,
    password: newPassword,
    passwordConfirmation: z.string(),
  })
  .refine((fields) => fields.password === fields.passwordConfirmation, {
    path: ['passwordConfirmation'],
    message: 'errors:passwordMismatch',
  })
