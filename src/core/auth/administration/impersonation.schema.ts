import { z } from 'zod'
import { hasControlCharacters, hasUnstorableText } from '#/lib/safe-text.ts'

export const REASON_MAX_LENGTH = 500
export const IMPERSONATION_MINUTES = 60

/** One line of text. */
export const oneLine = (maxLength: number) =>
  z
    .string({ error: 'errors:required' })
    .trim()
    .min(1, 'errors:required')
    .max(maxLength, 'errors:tooLong')
    .refine((text) => !hasControlCharacters(text) && !hasUnstorableText(text), 'errors:invalidText')

export const reason = oneLine(REASON_MAX_LENGTH)

export const userId = z
  .string({ error: 'errors:required' })
  .min(1, 'errors:required')
  .max(64, 'errors:tooLong')

/** The fields of the form. */
export const impersonateForm = z.strictObject({ reason })
export const impersonateBody = impersonateForm.extend({ userId })
