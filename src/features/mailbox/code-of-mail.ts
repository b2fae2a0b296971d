/**
 * Returns the one-time code of a mail: six digits on their own line of its text part, in one or two groups.
 * Undefined without one.
 */
export function codeOfMail(text: string): string | undefined {
  const [, first = '', second = ''] = /^[ \t]*(\d{3})[ \t]?(\d{3})\s*$/m.exec(text) ?? []
  return first + second || undefined
}
