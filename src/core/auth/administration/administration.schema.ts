import { z } from 'zod'
import { email, newPassword } from '#/core/auth/auth.schema.ts'
import { hasControlCharacters, hasUnstorableText } from '#/lib/safe-text.ts'

// Shapes of what administrators do to other people's accounts; forms, procedures and endpoints use the same.

export const REASON_MAX_LENGTH = 500
export const IMPERSONATION_MINUTES = 60
export const FULL_NAME_MAX_LENGTH = 201
/** The link by which a person whose account was made for them chooses a password. */
export const FIRST_PASSWORD_HOURS = 24

export const applicationRoles = ['user', 'admin'] as const
export const applicationRole = z.enum(applicationRoles, { error: 'administration:refused.roleUnknown' })

export const personId = z
  .string({ error: 'errors:required' })
  .min(1, 'errors:required')
  .max(64, 'errors:tooLong')

const oneLine = (maxLength: number) =>
  z
    .string({ error: 'errors:required' })
    .trim()
    .min(1, 'errors:required')
    .max(maxLength, 'errors:tooLong')
    .refine((text) => !hasControlCharacters(text) && !hasUnstorableText(text), 'errors:invalidText')

export const actReason = oneLine(REASON_MAX_LENGTH)

const expiresAt = z
  .date({ error: 'administration:refused.expirationRequired' })
  .refine((date) => date.getTime() > Date.now(), 'administration:refused.expirationPast')
  // Later than any calendar of a browser goes; PostgreSQL would take it, JSON dates of other clients would
  // not.
  .refine((date) => date.getFullYear() <= 9999, 'errors:invalid')

/** What the forms ask for. */
export const banForm = z.strictObject({ reason: actReason, expiresAt })
export const createUserForm = z.strictObject({
  name: oneLine(FULL_NAME_MAX_LENGTH),
  email,
  role: applicationRole,
  password: newPassword.optional(),
})
export const impersonateForm = z.strictObject({ reason: actReason })

export const impersonateBody = impersonateForm.extend({ userId: personId })
