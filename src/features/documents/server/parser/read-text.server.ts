import { TextCollector, type DocumentText } from './document-text.ts'

/** Reads plain text. Empty lines separate paragraphs. */
export function readText(text: string): DocumentText {
  const collector = new TextCollector()
  for (const paragraph of text.split(/\r?\n[^\S\n]*\r?\n/)) collector.paragraph(paragraph)
  return [collector.blocks]
}

/**
 * Reads Markdown: extracts headings (`#` or underlined) and keeps everything else as written, so that a
 * citation can be found in the file.
 */
export function readMarkdown(text: string): DocumentText {
  const collector = new TextCollector()
  let paragraph: string[] = []
  let fence: string | undefined
  const flush = () => {
    collector.paragraph(paragraph.join('\n'))
    paragraph = []
  }
  for (const line of text.split(/\r\n?|\n/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (mark && (fence === undefined || mark.startsWith(fence)))
      fence = fence === undefined ? mark : undefined
    const heading = fence === undefined ? /^ {0,3}(#{1,6})\s/.exec(line) : null
    const underline =
      fence === undefined && paragraph.length === 1 ? /^ {0,3}(=+|-{2,})\s*$/.exec(line) : null
    if (heading) {
      flush()
      collector.heading(heading[1]?.length ?? 1, withoutClosing(line.slice(heading[0].length).trim()))
    } else if (underline) {
      collector.heading(underline[1]?.startsWith('=') ? 1 : 2, paragraph.join(' '))
      paragraph = []
    } else if (fence === undefined && line.trim() === '') flush()
    else paragraph.push(line)
  }
  flush()
  return [collector.blocks]
}

/** Strips the optional closing `#` characters of a heading. */
function withoutClosing(text: string): string {
  let end = text.length
  while (text[end - 1] === '#') end--
  return end === 0 || text[end - 1] === ' ' ? text.slice(0, end).trimEnd() : text
}
