/**
 * Text as Markdown that shows it as it is, in one line: what would format, link, embed or look like a
 * citation is marked with a backslash. What means nothing in Markdown stays untouched, so that ordinary
 * sentences come out letter for letter.
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
