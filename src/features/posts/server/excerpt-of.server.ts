import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { toString } from 'mdast-util-to-string'
import { gfm } from 'micromark-extension-gfm'
import { EXCERPT_MAX_LENGTH } from '../posts.schema.ts'

/** How much content is read for an excerpt: enough for 200 characters under any reasonable markup. */
const READ_LENGTH = 4 * EXCERPT_MAX_LENGTH

/**
 * Returns the first paragraph of a Markdown text without markup: one line, at most 200 characters, cut
 * between words if possible. Without a paragraph, the start of the text, without tables and images, because
 * cells in one line and names of files say nothing, unless there is nothing else.
 */
export function excerptOf(markdown: string): string {
  const options = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }
  const root = fromMarkdown(markdown.slice(0, READ_LENGTH), options)
  const withoutTables = { ...root, children: root.children.filter(({ type }) => type !== 'table') }
  const paragraphs = root.children.filter(({ type }) => type === 'paragraph')
  const prose =
    paragraphs.map((node) => textOf(node, false)).find((text) => text.trim() !== '') ??
    textOf(withoutTables, false)
  const text = (prose.trim() === '' ? textOf(root, true) : prose)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toWellFormed()
  if (text.length <= EXCERPT_MAX_LENGTH) return text
  const cut = text.slice(0, EXCERPT_MAX_LENGTH - 1)
  const lastSpace = cut.lastIndexOf(' ')
  return `${cut.slice(0, lastSpace > EXCERPT_MAX_LENGTH / 2 ? lastSpace : undefined)}…`.toWellFormed()
}

type MarkdownNode =
  | Pick<ReturnType<typeof fromMarkdown>, 'children'>['children'][number]
  | ReturnType<typeof fromMarkdown>

/** The text of blocks, with a dot after one that ends without punctuation. */
function textOf(node: MarkdownNode, includeImageAlt: boolean): string {
  const isContainer = ['root', 'list', 'listItem', 'blockquote', 'table', 'tableRow'].includes(node.type)
  if (!isContainer || !('children' in node)) return toString(node, { includeHtml: false, includeImageAlt })
  const texts = node.children.map((child) => textOf(child, includeImageAlt).trim())
  return texts
    .filter((text) => text !== '')
    .reduce((all, text) => `${all}${/[\p{L}\p{N})\]"»”]$/u.test(all) ? ' · ' : ' '}${text}`, '')
    .trim()
}
