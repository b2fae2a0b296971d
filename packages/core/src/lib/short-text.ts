import { z } from 'zod'
import {
  hasControlCharacters,
  hasHiddenCharacters,
  hasUnstorableText,
  isVisible,
  trimmed,
} from './safe-text.ts'

/**
 * The schema of every short text that others see: names, titles, reasons. One line without characters that
 * disguise it, and either empty or visible. White space and stray invisible characters at its ends go.
 */
export const shortText = (maxLength: number) =>
  z
    .string({ error: 'errors:required' })
    .overwrite(trimmed)
    .max(maxLength, { error: 'errors:tooLong', abort: true })
    .refine((text) => !hasControlCharacters(text) && !hasUnstorableText(text), {
      error: 'errors:invalidText',
      abort: true,
    })
    .refine((text) => !hasHiddenCharacters(text), { error: 'errors:hiddenCharacters', abort: true })
    .refine((text) => text === '' || isVisible(text), 'errors:invisibleText')

/** The same, but not empty. */
export const requiredText = (maxLength: number) => shortText(maxLength).min(1, 'errors:required')
