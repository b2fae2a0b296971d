// Markdown as it is stored and shown.
export type { Formula } from '#/lib/markdown/find-formulas.ts'
export {
  type MarkdownElement,
  type MarkdownNode,
  type MarkdownProperties,
  type MarkdownTag,
  type MarkdownTree,
  asWritten,
  fitsPage,
  htmlBytesOf,
  markdownTags,
  storedTree,
} from '#/lib/markdown/markdown-tree.ts'
export { type MarkdownKind, parseMarkdown } from '#/lib/markdown/parse-markdown.ts'
