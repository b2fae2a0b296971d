/**
 * A text that a user wrote, so that another sentence can follow it: with a full stop unless it ends with a
 * mark of its own.
 */
export function asSentence(text: string): string {
  const line = text.trim()
  return /[.!?…]["'»”’)\]]*$/u.test(line) ? line : `${line.replace(/(?<![,;:])[,;:]+$/u, '')}.`
}
