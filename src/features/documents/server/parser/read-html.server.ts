import { Parser } from 'htmlparser2'
import { DocumentProblem } from './document-problem.ts'
import { TextCollector, type DocumentText } from './document-text.ts'
import { tellUnread, type Unread, type UnreadKind } from '../../documents-unread.ts'

const skipped = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'math',
  'iframe',
  'object',
  'head',
  'title',
  'select',
  'button',
  'textarea',
  'nav',
])
const unreadKinds = new Map<string, UnreadKind>([
  ['math', 'equations'],
  ['img', 'pictures'],
  ['svg', 'pictures'],
  ['object', 'objects'],
])
const inline = new Set(
  'a abbr b bdi bdo cite code data del dfn em font i img input ins kbd label mark q rp rt ruby s samp small span strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)

// Deeper than any real page. The parser gets slower per element the deeper it is.
const DEPTH_MAX = 5000

/**
 * Reads the text of an HTML page: headings, and the text of its other blocks as paragraphs. Leaves out
 * scripts, styles and navigation; counts in `unread` what else was not read. Throws DocumentProblem.
 */
export function readHtml(html: string, unread: Unread): DocumentText {
  const collector = new TextCollector()
  let text = ''
  let level: number | undefined
  let unreadDepth = 0
  let depth = 0
  const flush = () => {
    if (level === undefined) collector.paragraph(text)
    else collector.heading(level, text)
    text = ''
    level = undefined
  }
  const parser = new Parser({
    onopentag(name, attributes) {
      if (++depth > DEPTH_MAX) throw new DocumentProblem('documents:problems.broken')
      const isUnseen = unreadDepth > 0 || isHidden(attributes)
      const kind = unreadKinds.get(name)
      if (kind && !isUnseen) tellUnread(unread, kind, 1)
      if (isUnseen || skipped.has(name)) unreadDepth++
      else if (name === 'br') text += '\n'
      else if (name === 'td' || name === 'th') text += ' '
      else if (!inline.has(name)) {
        flush()
        level = headingLevel(name)
      }
    },
    ontext(part) {
      // A line break in the source is a space; only <br> breaks a line.
      if (unreadDepth === 0) text += part.replaceAll(/\s+/g, ' ')
    },
    onclosetag(name) {
      depth--
      if (unreadDepth > 0) unreadDepth--
      else if (!inline.has(name) && name !== 'br' && name !== 'td' && name !== 'th') flush()
    },
  })
  parser.write(html)
  parser.end()
  flush()
  return [collector.blocks]
}

const headingLevel = (name: string): number | undefined =>
  /^h[1-6]$/.test(name) ? Number(name[1]) : undefined

/** Text that is invisible on the page must not be found or cited. */
function isHidden({ style = '', hidden, 'aria-hidden': ariaHidden }: Record<string, string>): boolean {
  return (
    hidden !== undefined ||
    ariaHidden === 'true' ||
    /display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])|opacity\s*:\s*0(?![.\d])/i.test(
      style,
    )
  )
}
