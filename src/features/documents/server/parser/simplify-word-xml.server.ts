import { Parser } from 'htmlparser2'
import { DocumentProblem } from './document-problem.ts'
import { DOCUMENT_MAX_CHARACTERS } from './document-text.ts'
import { tellUnread, type Unread, type UnreadKind } from '../../documents-unread.ts'

// Deeper than any real document. The readers get slower per element the deeper it is.
const DEPTH_MAX = 1000

// What is not text, and how a reader is told of it.
const unreadKinds = new Map<string, UnreadKind>([
  ['oMath', 'equations'],
  ['pic', 'pictures'],
  ['imagedata', 'pictures'],
  ['relIds', 'pictures'],
  ['chart', 'charts'],
  ['OLEObject', 'objects'],
  ['altChunk', 'objects'],
])
// Tracked deletions and moves, older copies of drawings, and properties that say nothing about the text.
const dropped = new Set([
  'del',
  'moveFrom',
  'Fallback',
  'rt',
  'sectPr',
  'tblPr',
  'tblGrid',
  'tcPr',
  'proofErr',
])
// Mammoth leaves out the text inside of these.
const unwrapped = new Set(['AlternateContent', 'Choice', 'fldSimple', 'dir', 'bdo', 'ruby', 'rubyBase'])
// Of the properties of a paragraph, these say something about its text.
const paragraphProperties = new Set(['pStyle', 'rPr'])
// Within these only text boxes are text.
const drawings = new Set(['drawing', 'pict', 'object'])
const properties = new Set(['rPr', 'trPr', 'pPr'])

export type WordPart = {
  root: string
  xml: string
  /** What is inside of the root. */
  body: string
  /** The levels of the styles that it defines. */
  outline: Map<string, number>
  unread: Unread
}
type Element = { name: string; isShown: boolean; at: number }

/**
 * Reduces a part of a Word document to what Mammoth reads correctly: without deleted and hidden text, text
 * boxes as paragraphs of their own, well-formed and without entities. Counts what is not text. Throws
 * DocumentProblem.
 */
export function simplifyWordXml(xml: string): WordPart {
  const out: string[] = []
  const open: Element[] = []
  const part: WordPart = { root: '', xml: '', body: '', outline: new Map(), unread: {} }
  let characters = 0
  let skipped = 0
  let bodyFrom = 0
  let style = ''
  const count = (name: string) => {
    const kind = unreadKinds.get(name)
    // A picture of an embedded object is no picture of its own.
    if (kind && !(name === 'imagedata' && open.some((one) => one.name === 'object')))
      tellUnread(part.unread, kind, 1)
    return kind !== undefined
  }
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        if (open.length > DEPTH_MAX) throw new DocumentProblem('documents:problems.broken')
        const name = localName(tag)
        const parent = open.at(-1)?.name ?? ''
        const inDrawing = open.findLast((one) => drawings.has(one.name) || one.name === 'txbxContent')
        const isOutside = inDrawing !== undefined && inDrawing.name !== 'txbxContent'
        part.root ||= name
        if (name === 'style') style = valueOf(attributes, 'styleId')
        else if (name === 'outlineLvl' && /^[0-8]$/.test(valueOf(attributes, 'val')) && style)
          part.outline.set(style, Number(valueOf(attributes, 'val')) + 1)
        const isMark = name === 'del' && properties.has(parent)
        if (name === 'vanish' && !/^(?:0|false|off)$/.test(valueOf(attributes, 'val'))) hideRun(open)
        // The look of a run is half of what a document consists of.
        const isLook = name === 'rPr' && (parent === 'r' || parent === 'hidden')
        const isLayout =
          (parent === 'pPr' && !paragraphProperties.has(name)) ||
          (parent === 'rPr' && name !== 'del') ||
          // No row of a table is a heading.
          (name === 'pStyle' && open.some((one) => one.name === 'tc'))
        const isDropped = skipped > 0 || isLook || isLayout || (dropped.has(name) && !isMark) || count(name)
        if (isDropped) skipped++
        const isBox = name === 'txbxContent'
        const isShown = !isDropped && (isBox || (!isOutside && !unwrapped.has(name) && !drawings.has(name)))
        open.push({ name, isShown, at: out.length })
        if (!isShown) return
        // Mammoth puts what is in a picture behind its paragraph.
        if (isBox) out.push(`<${renamed(tag, 'pict')}>`)
        out.push(name === 'cr' ? `<${renamed(tag, 'br')}>` : `<${tag}${written(attributes)}>`)
        if (open.length === 1) bodyFrom = out.length
      },
      ontext(text) {
        if (!open.at(-1)?.isShown) return
        characters += text.length
        if (characters > DOCUMENT_MAX_CHARACTERS) throw new DocumentProblem('documents:problems.tooMuchText')
        out.push(escaped(text))
      },
      onclosetag(tag) {
        const closed = open.pop()
        if (!closed) return
        if (skipped > 0) skipped--
        else if (closed.isShown) {
          if (open.length === 0 && part.root !== 'document') part.body = out.slice(bodyFrom).join('')
          out.push(`</${closed.name === 'cr' ? renamed(tag, 'br') : tag}>`)
          if (closed.name === 'txbxContent') out.push(`</${renamed(tag, 'pict')}>`)
        }
        const isEmpty = properties.has(closed.name) && closed.isShown && out.length === closed.at + 2
        if (closed.name === 'hidden' || isEmpty) out.length = closed.at
        else if (closed.name === 'r' && closed.isShown) joinRuns(out, closed.at)
      },
    },
    { xmlMode: true },
  )
  parser.write(xml)
  parser.end()
  return { ...part, xml: out.join('') }
}

/** Leaves out the run that is being read; what hides a style or the mark of a paragraph hides no text. */
function hideRun(open: readonly Element[]): void {
  const [run, rPr] = open.slice(-2)
  if (run?.name === 'r' && rPr?.name === 'rPr') run.name = 'hidden'
}

/** Joins the run that begins at `at` to the one before it: each takes a kilobyte of memory to read. */
function joinRuns(out: string[], at: number): void {
  if (!isClosing(out[at - 1], 'r')) return
  out.splice(at - 1, 2)
  if (isClosing(out[at - 2], 't') && /^<(?:[\w-]+:)?t[ >]/.test(out[at - 1] ?? '')) out.splice(at - 2, 2)
}

const isClosing = (tag: string | undefined, name: string) =>
  tag !== undefined && tag.startsWith('</') && localName(tag.slice(2)) === `${name}>`

const localName = (tag: string) => tag.slice(tag.indexOf(':') + 1)

/** Another element of the same namespace. */
const renamed = (tag: string, name: string) => tag.slice(0, tag.indexOf(':') + 1) + name

const valueOf = (attributes: Record<string, string>, name: string) =>
  Object.entries(attributes).find(([written]) => localName(written) === name)?.[1] ?? ''

// Which edit wrote a paragraph.
const isOfEdit = (name: string) => /^w:rsid|^w14:(?:paraId|textId)$/.test(name)

const written = (attributes: Record<string, string>) =>
  Object.entries(attributes)
    .filter(([name]) => !isOfEdit(name))
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('')

const escaped = (text: string) =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- XML may not contain them
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
