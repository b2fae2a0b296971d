import { z } from 'zod'
import { email, lastName, newPassword, repeatedPassword, userName } from '@plinth/core/auth'

/** The fields of the sign-up form. */
export const signUpFields = z
  .object({
    firstName: userName,
    lastName,
    email,
    password: newPassword,
    passwordConfirmation: repeatedPassword,
  })
  .refine((fields) => fields.password === fields.passwordConfirmation, {
    path: ['passwordConfirmation'],
    message: 'errors:passwordMismatch',
  })
