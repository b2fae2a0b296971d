import { z } from 'zod'
import { anyPassword, email, lastName, newPassword, userName } from '#/auth/auth.schema.ts'
import { codeIn } from '#/lib/code-in.ts'

// Schemas for a user's own account; forms and endpoints use the same.

export const RECENT_AUTH_MINUTES = 10
export const CODE_MINUTES = 10
export const RESEND_SECONDS = 30

/** A code as users type and paste it. */
export const sixDigits = (message: string) =>
  z
    .string({ error: 'errors:required' })
    .max(100, message)
    .transform((code) => codeIn(code) ?? '')
    .pipe(z.string().regex(/^\d{6}$/, message))

export const mailedCode = sixDigits('security:invalidOtp')
export const codeForm = z.strictObject({ code: mailedCode })

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
