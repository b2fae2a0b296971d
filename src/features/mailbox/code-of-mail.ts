/**
 * The one-time code of a mail: six digits on a line of their own in its text part, in one or two groups.
 * Undefined without one.
 */
export function codeOfMail(text: string): string | undefined {
  const [, first = '', second = ''] = /^[ \t]*(\d{3})[ \t]?(\d{3})\s*$/m.exec(text) ?? []
  return first + second || undefined
}
