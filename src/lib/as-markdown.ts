/**
 * Escapes text as one line of Markdown that displays it unchanged: a backslash goes before anything that
 * would format, link, embed or look like a citation. Other characters stay as they are, so that ordinary
 * sentences come out verbatim.
 */
export function asMarkdown(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[\\`~[]/g, '\\$&')
    .replaceAll(/\*(?=\S)|(?<=\S)\*/g, '\\*')
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replaceAll(/<(?=[a-z/!?])/gi, '\\<')
    .replaceAll(/&(?=#?\w+;)/g, '\\&')
    .replaceAll(/\$(?=\$)|(?<=\$)\$/g, '\\$&')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
    .replace(/^[#>+-]/, '\\$&')
}

/** A link to a path of this product, with the text unchanged. */
export const markdownLink = (text: string, path: string) =>
  `[${asMarkdown(text).replaceAll(']', String.raw`\]`)}](${path})`

const MOST_LINES = 20

/** A heading and a list of Markdown lines, as many as one reads in an answer. */
export function markdownList(heading: string, lines: readonly string[]): string {
  const shown = lines.slice(0, MOST_LINES)
  return [
    heading,
    '',
    ...shown.map((line) => `- ${line}`),
    ...(lines.length > MOST_LINES ? ['- …'] : []),
  ].join('\n')
}
