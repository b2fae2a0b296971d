import { getDocumentProxy } from 'unpdf'
import { DOCUMENT_MAX_PAGES } from '#/features/documents/documents-limits.ts'
import { DocumentProblem } from './document-problem.ts'
import { DOCUMENT_MAX_CHARACTERS, TextCollector, type DocumentText } from './document-text.ts'
import { readPdfNotes } from './pdf-notes.server.ts'
import { hasSpacedWords, joinSpacedWords } from './spaced-words.server.ts'
import { tellUnread, type Unread } from '../../documents-unread.ts'
import { inReadingOrder, type PdfItem } from './writing-direction.ts'

type Line = { text: string; size: number; y: number }
/** `notes`: the values of its form, and what was written on it. */
type Page = { lines: Line[]; notes: string[] }

// Headings are this much larger than most text; paragraphs are this many line heights apart.
const HEADING_SIZE = 1.15
const PARAGRAPH_GAP = 1.7
const HEADING_MAX_CHARACTERS = 160
const WORD = /[\p{L}\p{N}]{2}/u

/**
 * Reads the text of a PDF by pages, in the order in which it is read, with the values of its forms and its
 * notes. Counts in `unread` pages without a word, and characters of which the file doesn't say what they are.
 * Throws DocumentProblem: broken, encrypted, scanned (no page contains a word), tooManyPages.
 */
export async function readPdf(bytes: Uint8Array, unread: Unread): Promise<DocumentText> {
  const pdf = await open(bytes)
  if (pdf.numPages > DOCUMENT_MAX_PAGES) throw new DocumentProblem('documents:problems.tooManyPages')
  const pages: Page[] = []
  let length = 0
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number).catch(refuseBroken)
    const content = await page.getTextContent().catch(refuseBroken)
    const lines = linesOf(content.items as PdfItem[])
    const read = {
      lines: lines.some(({ text }) => hasSpacedWords(text)) ? await joinSpacedWords(page, lines) : lines,
      notes: await readPdfNotes(page),
    }
    pages.push(read)
    // Pages may share one stream, so a small file can have endless text.
    for (const text of textsOf(read)) length += text.length
    if (length > DOCUMENT_MAX_CHARACTERS) throw new DocumentProblem('documents:problems.tooMuchText')
    page.cleanup()
  }
  const wordless = pages.filter((page) => !textsOf(page).some((text) => WORD.test(text))).length
  if (wordless === pages.length) throw new DocumentProblem('documents:problems.scanned')
  tellUnread(unread, 'pages', wordless)
  for (const text of pages.flatMap(textsOf)) tellUnread(unread, 'characters', unknownIn(text))
  return layOut(pages)
}

const textsOf = ({ lines, notes }: Page) => [...lines.map(({ text }) => text), ...notes]
const unknownIn = (text: string) => text.split(/[\0\ufffd]/).length - 1

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
  const lines: PdfItem[][] = [[]]
  for (const item of items) {
    lines.at(-1)?.push(item)
    if (item.hasEOL) lines.push([])
  }
  return lines
    .map((line) => {
      const written = line.filter(({ str = '' }) => str.trim() !== '')
      return {
        text: inReadingOrder(line),
        size: Math.max(0, ...written.map(({ height = 0 }) => height)),
        y: written.findLast(({ transform }) => transform)?.transform?.[5] ?? 0,
      }
    })
    .filter(({ text }) => text.trim() !== '')
}

function layOut(pages: readonly Page[]): DocumentText {
  const usual = usualSize(pages.flatMap(({ lines }) => lines))
  const isHeading = ({ text, size }: Line) =>
    size > usual * HEADING_SIZE && text.length <= HEADING_MAX_CHARACTERS
  // One collector, because the length limit applies to all pages together.
  const collector = new TextCollector()
  return pages.map(({ lines, notes }) => {
    const first = collector.blocks.length
    for (const group of paragraphsOf(lines, isHeading)) {
      const text = joined(group)
      const [head] = group
      if (head && isHeading(head)) collector.heading(head.size > usual * 1.5 ? 1 : 2, text)
      else collector.paragraph(text)
    }
    for (const note of notes) collector.paragraph(note)
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
