import { getDocumentProxy } from 'unpdf'
import { DOCUMENT_MAX_PAGES } from '#/features/documents/documents-limits.ts'
import { DocumentProblem } from './document-problem.ts'
import { DOCUMENT_MAX_CHARACTERS, TextCollector, type DocumentText } from './document-text.ts'

type Line = { text: string; size: number; y: number }
type PdfItem = { str?: string; hasEOL?: boolean; height?: number; transform?: number[] }

// Headings are this much larger than most text; paragraphs are this many line heights apart.
const HEADING_SIZE = 1.15
const PARAGRAPH_GAP = 1.7
const HEADING_MAX_CHARACTERS = 160
const WORD = /[\p{L}\p{N}]{2}/u

/**
 * Reads the text of a PDF by pages, without text that exists only as graphics. Throws DocumentProblem:
 * broken, encrypted, scanned (no page contains a word), tooManyPages.
 */
export async function readPdf(bytes: Uint8Array): Promise<DocumentText> {
  const pdf = await open(bytes)
  if (pdf.numPages > DOCUMENT_MAX_PAGES) throw new DocumentProblem('documents:problems.tooManyPages')
  const pages: Line[][] = []
  let length = 0
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number).catch(refuseBroken)
    const content = await page.getTextContent().catch(refuseBroken)
    const lines = linesOf(content.items as PdfItem[])
    pages.push(lines)
    // Pages may share one stream, so a small file can have endless text.
    for (const { text } of lines) length += text.length
    if (length > DOCUMENT_MAX_CHARACTERS) throw new DocumentProblem('documents:problems.tooMuchText')
    page.cleanup()
  }
  if (!pages.some((lines) => lines.some(({ text }) => WORD.test(text))))
    throw new DocumentProblem('documents:problems.scanned')
  return layOut(pages)
}

async function open(bytes: Uint8Array) {
  try {
    // Runs no code from the file and fetches nothing for it.
    return await getDocumentProxy(bytes, {
      disableFontFace: true,
      useSystemFonts: false,
      enableXfa: false,
      verbosity: 0,
    })
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException'
    throw new DocumentProblem(isLocked ? 'documents:problems.encrypted' : 'documents:problems.broken')
  }
}

function refuseBroken(): never {
  throw new DocumentProblem('documents:problems.broken')
}

function linesOf(items: readonly PdfItem[]): Line[] {
  const lines: Line[] = []
  let line: Line = { text: '', size: 0, y: 0 }
  for (const { str = '', hasEOL, height = 0, transform } of items) {
    if (str.trim() !== '')
      line = { text: line.text + str, size: Math.max(line.size, height), y: transform?.[5] ?? line.y }
    else line.text += str
    if (!hasEOL) continue
    lines.push(line)
    line = { text: '', size: 0, y: 0 }
  }
  return [...lines, line].filter(({ text }) => text.trim() !== '')
}

function layOut(pages: readonly Line[][]): DocumentText {
  const usual = usualSize(pages.flat())
  const isHeading = ({ text, size }: Line) =>
    size > usual * HEADING_SIZE && text.length <= HEADING_MAX_CHARACTERS
  // One collector, because the length limit applies to all pages together.
  const collector = new TextCollector()
  return pages.map((lines) => {
    const first = collector.blocks.length
    for (const group of paragraphsOf(lines, isHeading)) {
      const text = joined(group)
      const [head] = group
      if (head && isHeading(head)) collector.heading(head.size > usual * 1.5 ? 1 : 2, text)
      else collector.paragraph(text)
    }
    return collector.blocks.slice(first)
  })
}

/** The font size of most characters. */
function usualSize(lines: readonly Line[]): number {
  const lettersBySize = new Map<number, number>()
  for (const { text, size } of lines) {
    const rounded = Math.round(size * 2) / 2
    lettersBySize.set(rounded, (lettersBySize.get(rounded) ?? 0) + text.length)
  }
  return [...lettersBySize].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 0
}

function paragraphsOf(lines: readonly Line[], isHeading: (line: Line) => boolean): Line[][] {
  const groups: Line[][] = []
  let previous: Line | undefined
  for (const line of lines) {
    const gap = previous ? previous.y - line.y : 0
    const isApart =
      !previous || isHeading(line) !== isHeading(previous) || gap > line.size * PARAGRAPH_GAP || gap < 0
    if (isApart) groups.push([line])
    else groups.at(-1)?.push(line)
    previous = line
  }
  return groups
}

/** Joins lines into running text and words hyphenated at a line end into one word. */
function joined(lines: readonly Line[]): string {
  return lines
    .map(({ text }) => text.trim())
    .join('\n')
    .replaceAll(/(\p{Ll})[-\u00ad\u2010]\n(?=\p{Ll})/gu, '$1')
    .replaceAll('\n', ' ')
}
