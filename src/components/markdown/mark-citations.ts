const PREFIX = '#citation-'

/** The parts of a Markdown tree that this plugin uses. */
type Parsed = {
  type: string
  value?: string
  url?: string
  children?: Parsed[]
  position?: { start: { offset?: number }; end: { offset?: number } }
}

/** The number of a citation by the URL from `markCitations`; undefined for other URLs. */
export function citationOf(href: string | undefined): number | undefined {
  return href?.startsWith(PREFIX) ? Number(href.slice(PREFIX.length)) : undefined
}

/** A remark plugin that turns `[1]` into a link for `citationOf`, except in code, in links and as `\[1\]`. */
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
  // Checks the source, where a backslash marks an escaped bracket. Without a match between source and tree,
  // nothing is a citation.
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
