import { AppError } from '#/lib/app-error.ts'
import { hasControlCharacters } from '#/lib/safe-text.ts'

/** Two separate fields until the mail is sent: concatenated, a name could inject an address or a header. */
export type MailAddress = { name?: string; address: string }

const addressPattern = /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\]+$/

/** Returns the address if it is exactly one without control characters; throws AppError invalid otherwise. */
export function checkedAddress({ name = '', address }: MailAddress): Required<MailAddress> {
  if (hasControlCharacters(name) || hasControlCharacters(address))
    throw new AppError('invalid', 'errors:invalidText')
  if (address.length > 320 || !addressPattern.test(address))
    throw new AppError('invalid', 'errors:invalid', { field: 'email' })
  return { name, address }
}

/**
 * Parses a setting such as `Name <no-reply@example.com>` or a bare address. Throws Error that says what is
 * expected.
 */
export function parseSender(setting: string): Required<MailAddress> {
  // regex-reviewed: a setting of the operator
  const [, name = '', address] = /^\s*(?:"?([^"<>]*?)"?\s*<([^<>]+)>)\s*$/.exec(setting) ?? [
    setting,
    '',
    setting.trim(),
  ]
  try {
    return checkedAddress({ name, address: address ?? '' })
  } catch {
    throw new Error(
      'MAIL_FROM must be an address such as no-reply@example.com or Name <no-reply@example.com>',
    )
  }
}
