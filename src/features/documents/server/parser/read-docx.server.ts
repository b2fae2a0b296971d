import path from 'node:path'
import { unzipSync } from 'fflate'
import mammoth from 'mammoth'
import { decodeText } from './decode-text.server.ts'
import { DocumentProblem } from './document-problem.ts'
import { TextCollector, type DocumentText } from './document-text.ts'
import { simplifyWordXml, type WordPart } from './simplify-word-xml.server.ts'
import { tellUnread, unreadKinds, type Unread } from '../../documents-unread.ts'

const UNPACKED_MAX_BYTES = 64 * 1024 * 1024
const UNPACKED_MAX_RATIO = 200
// Small files with few words compress well.
const RATIO_COUNTS_FROM_BYTES = 4 * 1024 * 1024
const OLE_SIGNATURE = 0xd0
const STRICT = 'http://purl.oclc.org/ooxml/officeDocument/relationships/'
const TRANSITIONAL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/'
// Of what a document is made of, for Mammoth: its text, its notes and how they are named.
const readRoots = new Set([
  ...['document', 'footnotes', 'endnotes', 'comments', 'styles'],
  ...['Relationships', 'Types', 'hdr', 'ftr'],
])

/** A part of Mammoth's model of a document. */
type Node = {
  type: string
  children?: Node[]
  body?: Node[]
  value?: string
  checked?: boolean
  styleId?: string | null
  styleName?: string | null
  noteType?: string
  noteId?: string
  commentId?: string
  authorName?: string | null
}
type Model = Node & { notes: { _notes: Record<string, Node> }; comments: Node[] }

/**
 * Reads the text of a Word document: paragraphs, headings by style, tables by rows, headers and footers once,
 * notes and comments behind the paragraph that refers to them; without deleted and hidden text. Counts in
 * `unread` what is not text. Throws DocumentProblem.
 */
export async function readDocx(bytes: Uint8Array, unread: Unread): Promise<DocumentText> {
  const parts = new Map<string, WordPart>()
  for (const [name, content] of Object.entries(unpack(bytes))) {
    const part = simplifyWordXml(decodeText(content)?.text ?? '')
    if (!readRoots.has(part.root)) continue
    parts.set(name, part)
    for (const kind of unreadKinds) tellUnread(unread, kind, part.unread[kind] ?? 0)
  }
  const ofRoot = (root: string) => [...parts.values()].filter((part) => part.root === root)
  const bodiesOf = (root: string) => [...new Set(ofRoot(root).map(({ body }) => body))].join('')
  if (ofRoot('document').length === 0) throw new DocumentProblem('documents:errors.wrongType')
  for (const part of ofRoot('document')) {
    const [before, after] = [bodiesOf('hdr'), bodiesOf('ftr')]
    part.xml = part.xml
      .replace(/<(?:[\w-]+:)?body(?:\s[^<>]*)?>/, (tag) => tag + before)
      .replace(/<\/(?:[\w-]+:)?body>/, (tag) => after + tag)
  }
  const { model, symbols } = await readModel(parts)
  tellUnread(unread, 'characters', symbols)
  const outline = new Map(ofRoot('styles').flatMap((part) => [...part.outline]))
  return [blocksOf(model, outline)]
}

/** Unpacks the XML parts only, and only if their declared size is small; fflate writes no more than that. */
function unpack(bytes: Uint8Array): Record<string, Uint8Array> {
  if (bytes[0] === OLE_SIGNATURE) throw new DocumentProblem('documents:problems.encrypted')
  const seen = new Set<string>()
  let whole = 0
  try {
    const unpacked = unzipSync(bytes, {
      filter({ name, size, originalSize }) {
        if (!/\.(?:xml|rels)$/i.test(name)) return false
        // Each entry of the same name would be unpacked in place of the one before.
        if (seen.has(partName(name))) throw new DocumentProblem('documents:problems.broken')
        seen.add(partName(name))
        whole += originalSize
        const isBomb = originalSize > RATIO_COUNTS_FROM_BYTES && originalSize > size * UNPACKED_MAX_RATIO
        if (isBomb || whole > UNPACKED_MAX_BYTES)
          throw new DocumentProblem('documents:problems.unpacksTooLarge')
        return true
      },
    })
    return Object.fromEntries(Object.entries(unpacked).map(([name, content]) => [partName(name), content]))
  } catch (error) {
    if (error instanceof DocumentProblem) throw error
    throw new DocumentProblem('documents:problems.broken')
  }
}

/** Names of parts are compared without case, and relationships may name them relatively. */
const partName = (name: string) => path.posix.join('/', name.replaceAll('\\', '/')).toLowerCase()

/** Mammoth's model of the document, and the number of kinds of symbols that it has no letter for. */
async function readModel(parts: ReadonlyMap<string, WordPart>): Promise<{ model: Model; symbols: number }> {
  let model: Model | undefined
  const file = {
    exists: (name: string) => parts.has(partName(name)),
    read: async (name: string) => parts.get(partName(name))?.xml.replaceAll(STRICT, TRANSITIONAL) ?? '',
  }
  // Mammoth takes a file that is unpacked already; its types don't say so.
  const input = { file } as unknown as Parameters<typeof mammoth.convertToHtml>[0]
  const { messages } = await mammoth
    .convertToHtml(input, {
      includeEmbeddedStyleMap: false,
      transformDocument(read: Model) {
        model = read
        return { ...read, children: [] }
      },
    })
    .catch(() => ({ messages: [] }))
  if (!model) throw new DocumentProblem('documents:problems.broken')
  return { model, symbols: messages.filter(({ message }) => message.includes('w:sym')).length }
}

function blocksOf(model: Model, outline: ReadonlyMap<string, number>): TextCollector['blocks'] {
  const collector = new TextCollector()
  const notes = new Map(Object.values(model.notes._notes).map((note) => [noteKey(note), note]))
  const comments = new Map(model.comments.map((comment) => [comment.commentId ?? '', comment]))
  const numbers = new Map<string, number>()
  let referred: string[] = []

  const mark = (key: string) => {
    if (!numbers.has(key)) numbers.set(key, numbers.size + 1)
    return `[${numbers.get(key)}]`
  }
  function textOf({ type, children = [], body = [], value = '', ...node }: Node): string {
    if (type === 'text') return value
    if (type === 'tab') return ' '
    if (type === 'break') return '\n'
    if (type === 'checkbox') return node.checked ? '☑' : '☐'
    if (type === 'noteReference' && notes.has(noteKey(node))) {
      referred.push(noteKey(node))
      return mark(noteKey(node))
    }
    if (type === 'commentReference' && comments.has(node.commentId ?? '')) {
      referred.push(`comment ${node.commentId}`)
      return ''
    }
    const text = [...children, ...body].map(textOf).join('')
    return type === 'paragraph' || type === 'tableCell' ? `${text} ` : text
  }
  function writeNote(key: string): void {
    const note = notes.get(key)
    const comment = comments.get(key.replace(/^comment /, ''))
    if (note && notes.delete(key)) collector.paragraph(`${mark(key)} ${textOf(note)}`)
    else if (comment && comments.delete(comment.commentId ?? ''))
      collector.paragraph(`[${comment.authorName ? `${comment.authorName}: ` : ''}${textOf(comment).trim()}]`)
  }
  function writeReferred(): void {
    for (let key = referred.shift(); key !== undefined; key = referred.shift()) writeNote(key)
  }
  function write(node: Node): void {
    const level = outline.get(node.styleId ?? '') ?? headingLevel(node.styleName ?? '')
    if (node.type === 'paragraph' && level !== undefined) collector.heading(level, textOf(node))
    else if (node.type === 'paragraph' || node.type === 'tableRow') collector.paragraph(textOf(node))
    else for (const child of node.children ?? []) write(child)
    writeReferred()
  }
  write(model)
  // A program may write notes that nothing refers to.
  referred = [...notes.keys(), ...[...comments.keys()].map((id) => `comment ${id}`)]
  writeReferred()
  return collector.blocks
}

const noteKey = ({ noteType, noteId }: Pick<Node, 'noteType' | 'noteId'>) => `${noteType} ${noteId}`

/** The level by the built-in name of a style, which is English in every language of Word. */
const headingLevel = (name: string): number | undefined =>
  /^(?:heading [1-9]|title)$/i.test(name) ? Number(name.at(-1)) || 1 : undefined
