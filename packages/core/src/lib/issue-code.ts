/** What an error of zod says of itself. The forms' library passes it on with its type lost. */
export type Issue = {
  readonly message: string
  readonly code?: string | undefined
  readonly origin?: string | undefined
  readonly format?: string | undefined
}

/**
 * The translation key of an error of zod: its message, where the schema gives one, or one for its kind, so
 * that no message of the library reaches a reader.
 */
export function issueCode({ message, code, origin, format }: Issue): string {
  if (/^[a-z][a-z-]*:[\w.]+$/.test(message)) return message
  const isNumber = origin === 'number' || origin === 'int' || origin === 'bigint'
  if (code === 'too_big')
    return isNumber ? 'errors:tooHigh' : origin === 'date' ? 'errors:invalid' : 'errors:tooLong'
  if (code === 'too_small')
    return isNumber ? 'errors:tooLow' : origin === 'date' ? 'errors:invalid' : 'errors:required'
  if (format === 'email') return 'errors:invalidEmail'
  if (format === 'url') return 'errors:invalidUrl'
  return 'errors:invalid'
}
