import { unzipSync } from 'fflate'
import { Parser } from 'htmlparser2'
import { DocumentProblem } from './document-problem.ts'
import { TextCollector, type DocumentText } from './document-text.ts'

const UNPACKED_MAX_BYTES = 64 * 1024 * 1024
const UNPACKED_MAX_RATIO = 200
// Small files with few words compress well.
const RATIO_COUNTS_FROM_BYTES = 4 * 1024 * 1024
const DOCUMENT = 'word/document.xml'
const STYLES = 'word/styles.xml'
const OLE_SIGNATURE = 0xd0
// Deeper than any real document. The parser gets slower per element the deeper it is.
const DEPTH_MAX = 5000

/**
 * Reads the text of a Word document: paragraphs, headings by style, tables by rows; without deleted and
 * hidden text. Throws DocumentProblem.
 */
export function readDocx(bytes: Uint8Array): DocumentText {
  const parts = unpack(bytes)
  const document = parts[DOCUMENT]
  if (!document) throw new DocumentProblem('documents:problems.broken')
  const levels = headingLevels(parts[STYLES])
  return [readBody(document, levels)]
}

/**
 * Unpacks only the two parts that are needed, and only if their declared size is small; fflate writes no more
 * than the declared size.
 */
function unpack(bytes: Uint8Array): Record<string, Uint8Array> {
  if (bytes[0] === OLE_SIGNATURE) throw new DocumentProblem('documents:problems.encrypted')
  const seen = new Set<string>()
  try {
    return unzipSync(bytes, {
      filter({ name, size, originalSize }) {
        if (name !== DOCUMENT && name !== STYLES) return false
        // Each entry of the same name would be unpacked in place of the one before.
        if (seen.has(name)) throw new DocumentProblem('documents:problems.broken')
        seen.add(name)
        const isBomb = originalSize > RATIO_COUNTS_FROM_BYTES && originalSize > size * UNPACKED_MAX_RATIO
        if (isBomb || originalSize > UNPACKED_MAX_BYTES)
          throw new DocumentProblem('documents:problems.unpacksTooLarge')
        return true
      },
    })
  } catch (error) {
    if (error instanceof DocumentProblem) throw error
    throw new DocumentProblem('documents:problems.broken')
  }
}

/**
 * Maps heading styles to levels: by outline level, or by the built-in name, which is English in every
 * language of Word.
 */
function headingLevels(xml: Uint8Array | undefined): Map<string, number> {
  const levels = new Map<string, number>()
  let style = ''
  read(xml, {
    open(name, attributes) {
      const value = attributes['w:val'] ?? ''
      if (name === 'w:style') style = attributes['w:styleId'] ?? ''
      else if (name === 'w:outlineLvl' && /^[0-8]$/.test(value)) levels.set(style, Number(value) + 1)
      else if (name === 'w:name' && /^(heading [1-9]|title)$/i.test(value))
        levels.set(style, Number(value.at(-1)) || 1)
    },
  })
  return levels
}

function readBody(xml: Uint8Array, levels: ReadonlyMap<string, number>): TextCollector['blocks'] {
  const collector = new TextCollector()
  let text = ''
  let run = ''
  let level: number | undefined
  let isHidden = false
  let isText = false
  let skipped = 0
  let cells = 0
  const flush = () => {
    if (level === undefined) collector.paragraph(text)
    else collector.heading(level, text)
    text = ''
    level = undefined
  }
  read(xml, {
    open(name, attributes) {
      // Skips fallback copies of drawings, and tracked deletions and moves.
      if (skipped > 0 || name === 'mc:Fallback' || name === 'w:del' || name === 'w:moveFrom') skipped++
      else if (name === 'w:tc') cells++
      else if (name === 'w:pStyle') level = levels.get(attributes['w:val'] ?? '')
      else if (name === 'w:vanish' && !/^(0|false|off)$/.test(attributes['w:val'] ?? '')) isHidden = true
      else if (name === 'w:t') isText = true
      else if (name === 'w:tab') run += ' '
      else if (name === 'w:br' || name === 'w:cr') run += '\n'
      else if (name === 'w:noBreakHyphen') run += '-'
      else if (name === 'w:r') run = ''
    },
    text(part) {
      if (isText && skipped === 0) run += part
    },
    close(name) {
      if (skipped > 0) skipped--
      else if (name === 'w:t') isText = false
      else if (name === 'w:r') {
        if (!isHidden) text += run
        isHidden = false
        run = ''
      } else if (name === 'w:tc') cells--
      else if (name === 'w:p' && cells > 0) text += ' '
      else if (name === 'w:p' || (name === 'w:tr' && cells === 0)) flush()
    },
  })
  flush()
  return collector.blocks
}

type Handlers = {
  open(name: string, attributes: Record<string, string>): void
  text?(part: string): void
  close?(name: string): void
}

/** Parses XML without its DTD, so entities declared in the file expand to nothing. */
function read(xml: Uint8Array | undefined, { open, text, close }: Handlers): void {
  if (!xml) return
  let depth = 0
  const onopentag = (name: string, attributes: Record<string, string>) => {
    if (++depth > DEPTH_MAX) throw new DocumentProblem('documents:problems.broken')
    open(name, attributes)
  }
  const onclosetag = (name: string) => {
    depth--
    close?.(name)
  }
  const parser = new Parser({ onopentag, ontext: text, onclosetag }, { xmlMode: true })
  parser.write(new TextDecoder().decode(xml))
  parser.end()
}
