import { shorten } from '../shorten.ts'
import type { ParsedMarkdown } from './parse-markdown.ts'

const EXCERPT_MAX_LENGTH = 200

type Node = { type: string; value?: string; alt?: string | null; children?: readonly Node[] }

const containers = new Set([
  'root',
  'list',
  'listItem',
  'blockquote',
  'table',
  'tableRow',
  'footnoteDefinition',
])

/** The texts of the blocks, in order, without those of the types in `without`. */
function blocksOf(node: Node, without: readonly string[] = []): string[] {
  if (without.includes(node.type)) return []
  if (!containers.has(node.type)) return [textOf(node, without).trim()].filter((text) => text !== '')
  return (node.children ?? []).flatMap((child) => blocksOf(child, without))
}

function textOf({ type, value, alt, children = [] }: Node, without: readonly string[]): string {
  if (type === 'break') return '\n'
  return (
    value ??
    alt ??
    children
      .filter((child) => !without.includes(child.type))
      .map((child) => textOf(child, without))
      .join('')
  )
}

/** What a reader sees, without markup: a line for each block. */
export const plainTextOf = (root: ParsedMarkdown): string => blocksOf(root).join('\n')

/**
 * The first paragraph without markup: one line, cut between words if possible. Without a paragraph, the start
 * of the text, without tables and images, because cells in one line and names of files say nothing, unless
 * there is nothing else.
 */
export function excerptOf(root: ParsedMarkdown): string {
  const paragraphs = root.children.filter(({ type }) => type === 'paragraph')
  const [first] = paragraphs.flatMap((one) => blocksOf(one, ['image']))
  if (first !== undefined) return excerptOfPlain(first)
  return excerptOfPlain(joined(blocksOf(root, ['table', 'image'])) || joined(blocksOf(root)))
}

/** The start of a text without markup. */
export const excerptOfPlain = (text: string): string =>
  shorten(text.replaceAll(/\s+/g, ' ').trim(), EXCERPT_MAX_LENGTH)

/** The texts of blocks, with a dot after one that ends without punctuation. */
const joined = (texts: readonly string[]): string =>
  texts.reduce((all, text) => `${all}${/[\p{L}\p{N})\]"»”]$/u.test(all) ? ' · ' : ' '}${text}`, '')
