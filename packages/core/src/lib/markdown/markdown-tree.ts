/** What an element has besides its children. */
export type MarkdownProperties = {
  href?: string
  src?: string
  alt?: string
  id?: string
  start?: number
  /** Of a heading, from 1. */
  level?: number
  align?: string
  /** The language of a block of code. */
  language?: string
  /** Whether the item of a task list is checked. */
  checked?: boolean
  /** A list of tasks. */
  tasks?: true
  /** The number of a citation. */
  number?: number
  /** A formula, whose source is its child. */
  formula?: { tex: string; isBlock: boolean; isFinished: boolean }
}

export type MarkdownElement = readonly [
  tag: MarkdownTag,
  properties: MarkdownProperties,
  ...children: MarkdownNode[],
]
export type MarkdownNode = string | MarkdownElement

/**
 * A Markdown text as elements that are known to be harmless, small enough to be stored and sent as JSON. HTML
 * in the text is text, and links are http, https, mailto or of this site.
 */
export type MarkdownTree = readonly MarkdownNode[]

/**
 * The elements of a tree, with at most how many bytes of HTML each makes besides its text and addresses, as
 * `src/components/markdown/markdown.test.ts` compares; at least 40, which bounds their number.
 * `as-written` is a text that is not formatted.
 */
export const markdownTags = {
  p: 40,
  h: 80,
  a: 250,
  img: 350,
  ul: 120,
  ol: 120,
  li: 60,
  blockquote: 100,
  pre: 2_300,
  code: 150,
  table: 550,
  thead: 40,
  tbody: 40,
  tr: 40,
  th: 40,
  td: 40,
  hr: 40,
  br: 40,
  em: 40,
  strong: 40,
  del: 40,
  sup: 40,
  section: 40,
  input: 700,
  citation: 700,
  formula: 700,
  'as-written': 300,
} as const

export type MarkdownTag = keyof typeof markdownTags

/** The tree of a text that is shown as it was written. */
export const asWritten = (text: string): MarkdownTree => [['as-written', {}, text]]

/** A tree as it is stored; the text as it was written until a job has parsed it. */
export const storedTree = (tree: string | null, text: string): string =>
  tree ?? JSON.stringify(asWritten(text))

const DEPTH_MAX = 60
/** A page also has the tree and its own elements, and stays below a megabyte. */
const HTML_MAX_BYTES = 500_000

/** Whether a page may show the tree. */
export const fitsPage = (tree: MarkdownTree): boolean => htmlBytesOf(tree) <= HTML_MAX_BYTES

/** At most how many bytes of HTML a tree makes; Infinity if it is nested deeper than 60 elements. */
export function htmlBytesOf(tree: readonly MarkdownNode[], depth = 1): number {
  if (depth > DEPTH_MAX) return Infinity
  let bytes = 0
  for (const node of tree) {
    if (typeof node === 'string') {
      bytes += escapedBytes(node)
      continue
    }
    const [tag, { href = '', src = '', alt = '', id = '', language = '', formula }, ...children] = node
    bytes += markdownTags[tag] + htmlBytesOf(children, depth + 1)
    for (const own of [href, src, src, alt, id, language, formula?.tex ?? '']) bytes += escapedBytes(own)
  }
  return bytes
}

const utf8 = new TextEncoder()

/** The bytes of a text with its signs written as `&quot;`. */
const escapedBytes = (text: string): number =>
  text === '' ? 0 : utf8.encode(text).length + 5 * (text.match(/[<>&"']/g)?.length ?? 0)
