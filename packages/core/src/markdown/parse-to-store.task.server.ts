import { fitsPage } from '#/lib/markdown/markdown-tree.ts'
import { parseMarkdown, type MarkdownKind } from '#/lib/markdown/parse-markdown.ts'
import { excerptOf, plainTextOf } from '#/lib/markdown/plain-text.ts'

/** What is stored beside a Markdown text, so that nobody parses it again. */
export type FormattedMarkdown = {
  /** A MarkdownTree as JSON. */
  tree: string
  /** What a reader sees, without markup, for search. */
  plain: string
  /** The start of it in one line, for lists. */
  excerpt: string
}

/**
 * Parses a text, for however long it takes. Returns undefined for one that makes more HTML than a page may
 * have.
 */
export function parseToStore(given: { text: string; kind: MarkdownKind }): FormattedMarkdown | undefined {
  try {
    const { root, tree } = parseMarkdown(given.text, given.kind)
    if (!fitsPage(tree)) return undefined
    return { tree: JSON.stringify(tree), plain: plainTextOf(root), excerpt: excerptOf(root) }
  } catch (error) {
    // Nested too deep for the stack.
    if (error instanceof RangeError) return undefined
    throw error
  }
}
