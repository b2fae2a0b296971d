import type { MarkdownElement, MarkdownNode, MarkdownTree } from '@plinth/core/markdown'

// Untrusted text as Markdown that fetches and runs nothing, in whatever file it becomes part of: every sign
// that could mean something is escaped, images are links, and there is no HTML. Written from what was parsed
// before, in linear time.

// An address that readers make a link takes a backslash before `<` for its own.
const escaped = (text: string): string =>
  text.replaceAll(/[\\`*_[\]>&|~$#!]/g, String.raw`\$&`).replaceAll('<', '&lt;')

/** Text at the start of a line, where it could begin a list or a rule. */
const begun = (line: string): string => line.replace(/^(\d{1,9})(?=[.)])|^(?=[-+=])/, '$1\\')

/** A text as one line without any Markdown. */
export const inertLine = (text: string): string =>
  begun(escaped(text.replaceAll(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()))

/** A text with its lines, without any Markdown. */
export const inertText = (text: string): string =>
  text
    .split(/\r\n?|\n/)
    .map(inertLine)
    .join('\\\n')
    .replaceAll(/(?:\\\n){2,}/g, '\n\n')

export function codeBlock(code: string, language = ''): string {
  const fence = '`'.repeat(longestTicks(code, 2) + 1)
  return `${fence}${language.replaceAll(/[^\w+#-]/g, '')}\n${code}\n${fence}`
}

const longestTicks = (text: string, least: number): number =>
  (text.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), least)

export const quotation = (text: string): string => prefixed(text, '> ', '> ')

const prefixed = (text: string, first: string, rest: string): string =>
  text
    .split(/\r\n?|\n/)
    .map((line, at) => (at === 0 ? first : rest) + line)
    .join('\n')

/** A parsed text as Markdown again. */
export const inertMarkdown = (tree: MarkdownTree): string => blocksIn(tree)

const inline = new Set([
  'a',
  'img',
  'em',
  'strong',
  'del',
  'code',
  'sup',
  'br',
  'input',
  'citation',
  'formula',
])
const isInline = (node: MarkdownNode) => typeof node === 'string' || inline.has(node[0])

/** Blocks, and the lines between them, with an empty line after each but before a list in an item. */
function blocksIn(nodes: readonly MarkdownNode[], beforeList = '\n\n'): string {
  let written = ''
  let line: MarkdownNode[] = []
  const add = (block: string, gap = '\n\n') => {
    if (block !== '') written += (written === '' ? '' : gap) + block
  }
  const endLine = () => {
    add(begun(inlineIn(line, false).trim()))
    line = []
  }
  for (const node of nodes) {
    if (isInline(node)) line.push(node)
    else {
      endLine()
      const element = node as MarkdownElement
      add(blockOf(element), element[0] === 'ul' || element[0] === 'ol' ? beforeList : '\n\n')
    }
  }
  endLine()
  return written
}

function blockOf([tag, { level = 1, start = 1 }, ...children]: MarkdownElement): string {
  switch (tag as string) {
    case 'h':
      return `${'#'.repeat(level)} ${inlineIn(children, false)}`
    case 'ul':
    case 'ol':
      return children
        .map((item, at) => {
          const marker = tag === 'ul' ? '- ' : `${start + at}. `
          return prefixed(blocksIn(childrenOf(item), '\n'), marker, ' '.repeat(marker.length))
        })
        .join('\n')
    case 'blockquote':
      return quotation(blocksIn(children))
    case 'pre':
      return codeBlock(textIn(children).replace(/\n$/, ''), languageIn(children))
    case 'table':
      return tableOf(children.flatMap(childrenOf))
    case 'hr':
      return '---'
    case 'as-written':
      return codeBlock(textIn(children))
    default:
      return blocksIn(children)
  }
}

function tableOf(rows: readonly MarkdownNode[]): string {
  const lines = rows.map(
    (row) =>
      `| ${childrenOf(row)
        .map((cell) => inlineIn(childrenOf(cell), true))
        .join(' | ')} |`,
  )
  const columns = childrenOf(rows[0] ?? '').length
  return [
    lines[0],
    `| ${Array.from({ length: columns }, () => '---').join(' | ')} |`,
    ...lines.slice(1),
  ].join('\n')
}

/** In a cell, code is text: its signs would end the cell. */
const inlineIn = (nodes: readonly MarkdownNode[], isCell: boolean): string =>
  nodes
    .map((node) =>
      typeof node === 'string' ? escaped(node.replaceAll(/\s+/g, ' ')) : inlineOf(node, isCell),
    )
    .join('')

function inlineOf(
  [tag, { href, src, alt = '', checked }, ...children]: MarkdownElement,
  isCell: boolean,
): string {
  const inner = () => inlineIn(children, isCell)
  switch (tag as string) {
    case 'a':
      return href?.startsWith('#') ? inner().replace('↩', '') : linkTo(href, inner())
    case 'img':
      return linkTo(src, escaped(alt.replaceAll(/\s+/g, ' ') || (src ?? '')))
    case 'em':
      return around('*', inner())
    case 'strong':
      return around('**', inner())
    case 'del':
      return around('~~', inner())
    case 'code':
    case 'formula':
      return isCell ? escaped(textIn(children).replaceAll(/\s+/g, ' ')) : codeOf(textIn(children))
    case 'sup':
      return `(${inner()})`
    case 'br':
      return isCell ? ' ' : '\\\n'
    case 'input':
      return checked ? '[x]' : '[ ]'
    default:
      return inner()
  }
}

const around = (mark: string, text: string): string => (text.trim() === '' ? text : mark + text.trim() + mark)

/** A link whose text has no other one in it. */
const linkTo = (href: string | undefined, text: string): string =>
  href === undefined || text === '' || text.includes('](<')
    ? text
    : `[${text}](<${href.replaceAll(/[\s<>|\\`]/g, (sign) => encodeURIComponent(sign))}>)`

function codeOf(code: string): string {
  const line = code.replaceAll(/\s+/g, ' ')
  const ticks = '`'.repeat(longestTicks(line, 0) + 1)
  return `${ticks} ${line} ${ticks}`
}

const childrenOf = (node: MarkdownNode): readonly MarkdownNode[] =>
  typeof node === 'string' ? [] : (node.slice(2) as MarkdownNode[])

const textIn = (nodes: readonly MarkdownNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : textIn(childrenOf(node)))).join('')

const languageIn = ([code]: readonly MarkdownNode[]): string =>
  typeof code === 'object' ? (code[1].language ?? '') : ''
