import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { toHast } from 'mdast-util-to-hast'
import { gfm } from 'micromark-extension-gfm'
import { findFormulas, piecesOf, withSources, type Formula } from './find-formulas.ts'
import { markCitations } from './mark-citations.ts'
import {
  markdownTags,
  type MarkdownNode,
  type MarkdownProperties,
  type MarkdownTag,
  type MarkdownTree,
} from './markdown-tree.ts'

/**
 * `[1]` is a citation, unless escaped as `\[1\]`; `$x$`, `\(x\)`, `$$x$$` and `\[x\]` are formulas. Both for
 * answers of a model.
 */
export type MarkdownKind = 'text' | 'answer'

const extensions = [
  withoutEmailAutolinks(gfm({ singleTilde: false })),
  // What stands in angle brackets is text.
  { disable: { null: ['htmlFlow', 'htmlText'] } },
]
const mdastExtensions = [gfmFromMarkdown()]

// The library's own labels are English in every language.
const footnotes = { footnoteLabel: '* * *', footnoteLabelProperties: {} }

export type ParsedMarkdown = ReturnType<typeof fromMarkdown>

/** Parses a Markdown text, which may take long: in a worker, or in the browser of who wrote it. */
export function parseMarkdown(
  text: string,
  kind: MarkdownKind,
): { root: ParsedMarkdown; tree: MarkdownTree } {
  const found = kind === 'answer' ? findFormulas(text) : { text, formulas: [] }
  const root = fromMarkdown(found.text, { extensions, mdastExtensions })
  if (kind === 'answer') markCitations(root, found.text)
  placeFormulas(root, found.formulas)
  const hast = toHast(root, footnotes) as HastNode
  return { root, tree: childrenOf(hast) }
}

type HastNode = {
  type: string
  value?: string
  tagName?: string
  properties?: Record<string, unknown>
  children?: HastNode[]
}

/** Elements within a line. Next to any other, a line end means nothing. */
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
const isInline = (node: HastNode | undefined) =>
  node !== undefined && (node.type === 'text' || inline.has(node.tagName ?? ''))

const isTag = (name: string): name is MarkdownTag => Object.hasOwn(markdownTags, name)

const childrenOf = ({ children = [] }: HastNode): MarkdownNode[] =>
  children.flatMap((child, at): MarkdownNode[] => {
    const { type, value = '', tagName = '' } = child
    const isBetween = () => isInline(children[at - 1]) && isInline(children[at + 1])
    if (type === 'text') return value === '\n' && !isBetween() ? [] : [value]
    if (/^h[1-6]$/.test(tagName)) return [['h', { level: Number(tagName[1]) }, ...childrenOf(child)]]
    if (!isTag(tagName)) return childrenOf(child)
    return [[tagName, propertiesOf(child), ...childrenOf(child)]]
  })

function propertiesOf({ tagName, properties = {} }: HastNode): MarkdownProperties {
  const { href, src, alt, id, start, align, checked, className, number, formula } = properties
  const name: unknown = Array.isArray(className) ? className[0] : undefined
  return Object.fromEntries(
    Object.entries({
      href: safeAddress(href),
      src: safeAddress(src),
      alt,
      id,
      start,
      align,
      checked: tagName === 'input' ? checked === true : undefined,
      language: tagName === 'code' && typeof name === 'string' ? name.replace(/^language-/, '') : undefined,
      tasks: tagName === 'ul' && name === 'contains-task-list' ? true : undefined,
      number,
      formula,
    }).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  )
}

/** An address that is http, https, mailto or has no protocol; undefined for any other. */
function safeAddress(address: unknown): string | undefined {
  if (typeof address !== 'string') return undefined
  const [, protocol] = /^([^/?#]*?):/.exec(address) ?? []
  return protocol === undefined || /^(?:https?|mailto)$/i.test(protocol) ? address : undefined
}

type Node = { type: string; children?: Node[]; [field: string]: unknown }

/** The element of a formula. */
const elementFor = ({ source, ...formula }: Formula): Node => ({
  type: 'formula',
  data: { hName: 'formula', hProperties: { formula } },
  children: [{ type: 'text', value: source }],
})

/** Replaces placeholders with formulas in a parsed text; restores the source in code and URLs. */
function placeFormulas(tree: object, formulas: readonly Formula[]): void {
  if (formulas.length > 0) place(tree as Node, formulas)
}

function place(node: Node, formulas: readonly Formula[]): void {
  for (const [field, value] of Object.entries(node))
    if (typeof value === 'string') node[field] = withSources(value, formulas)
  node.children = node.children?.flatMap((child) => {
    if (child.type === 'text' && typeof child.value === 'string') {
      return piecesOf(child.value, formulas).map((piece) =>
        typeof piece === 'string' ? { type: 'text', value: piece } : elementFor(piece),
      )
    }
    place(child, formulas)
    return [child]
  })
}

type Extension = ReturnType<typeof gfm>
type Constructs = NonNullable<Extension['text']>[string]

/**
 * Disables the parser's search for bare email addresses, which takes minutes for some texts. `mdast-util-gfm`
 * finds them in the parsed tree anyway.
 */
function withoutEmailAutolinks({ text = {}, ...rest }: Extension): Extension {
  const without = (constructs: Constructs) =>
    [constructs ?? []].flat().filter(({ name }) => name !== 'emailAutolink')
  return {
    ...rest,
    text: Object.fromEntries(Object.entries(text).map(([code, constructs]) => [code, without(constructs)])),
  }
}
