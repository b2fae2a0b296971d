/**
 * Makes a user's text a sentence that another can follow: adds a period unless it already ends with one of
 * .!?…
 */
export function asSentence(text: string): string {
  const line = text.trim()
  return /[.!?…]["'»”’)\]]*$/u.test(line) ? line : `${line.replace(/(?<![,;:])[,;:]+$/u, '')}.`
}
