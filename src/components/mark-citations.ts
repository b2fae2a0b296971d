const PREFIX = '#citation-'

/** The parts of a parsed Markdown text that this looks at. */
type Parsed = {
  type: string
  value?: string
  url?: string
  children?: Parsed[]
  position?: { start: { offset?: number }; end: { offset?: number } }
}

/**
 * The number of a citation by the address that `markCitations` has given it; undefined for any other address.
 */
export function citationOf(href: string | undefined): number | undefined {
  return href?.startsWith(PREFIX) ? Number(href.slice(PREFIX.length)) : undefined
}

/**
 * A plugin for remark: makes `[1]` in a text a link that `citationOf` knows. In code, in links and as `\[1\]`
 * it stays text.
 */
export function markCitations() {
  return (tree: Parsed, file: { value: unknown }) => visit(tree, String(file.value))
}

function visit(node: Parsed, source: string): void {
  if (!node.children || node.type === 'link' || node.type === 'linkReference') return
  node.children = node.children.flatMap((child) => (child.type === 'text' ? split(child, source) : [child]))
  for (const child of node.children) visit(child, source)
}

function split(node: Parsed, source: string): Parsed[] {
  const text = node.value ?? ''
  const found = [...text.matchAll(/\[(\d{1,3})\]/g)]
  // As they stand in the source, where a backslash tells what was only quoted. Where the two can't be laid on
  // each other, nothing is a citation.
  const written = [
    ...source
      .slice(node.position?.start.offset ?? 0, node.position?.end.offset ?? 0)
      .matchAll(/(\\?)\[\d{1,3}\\?\]/g),
  ]
  if (found.length === 0 || written.length !== found.length) return [node]
  const parts: Parsed[] = []
  let from = 0
  for (const [at, match] of found.entries()) {
    if (written[at]?.[1] === '\\') continue
    if (match.index > from) parts.push({ type: 'text', value: text.slice(from, match.index) })
    parts.push({ type: 'link', url: `${PREFIX}${match[1]}`, children: [{ type: 'text', value: match[0] }] })
    from = match.index + match[0].length
  }
  return [...parts, { type: 'text', value: text.slice(from) }]
}
