/**
 * The one-time code of a mail: six digits that have a line of its text part to themselves, in one piece or
 * two. Undefined when there is none.
 */
export function codeOfMail(text: string): string | undefined {
  const [, first = '', second = ''] = /^[ \t]*(\d{3})[ \t]?(\d{3})\s*$/m.exec(text) ?? []
  return first + second || undefined
}
