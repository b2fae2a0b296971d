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
