import { z } from 'zod'
import { requiredText } from '#/lib/short-text.ts'

export const REASON_MAX_LENGTH = 500
export const IMPERSONATION_MINUTES = 60

export const reason = requiredText(REASON_MAX_LENGTH)

export const userId = z
  .string({ error: 'errors:required' })
  .min(1, 'errors:required')
  .max(64, 'errors:tooLong')

/** The fields of the form. */
export const impersonateForm = z.strictObject({ reason })
export const impersonateBody = impersonateForm.extend({ userId })
