/** The parts of a Markdown tree that this uses. */
type Parsed = {
  type: string
  value?: string
  children?: Parsed[]
  position?: { start: { offset?: number }; end: { offset?: number } }
}

/** Turns `[1]` of a parsed text into a citation, except in code, in links and as `\[1\]`. */
export function markCitations(node: object, source: string): void {
  mark(node as Parsed, source)
}

function mark(node: Parsed, source: string): void {
  if (!node.children || node.type === 'link' || node.type === 'linkReference') return
  node.children = node.children.flatMap((child) => (child.type === 'text' ? split(child, source) : [child]))
  for (const child of node.children) mark(child, source)
}

/** The element of a citation. */
const elementFor = (number: string, text: string) => ({
  type: 'citation',
  data: { hName: 'citation', hProperties: { number: Number(number) } },
  children: [{ type: 'text', value: text }],
})

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
    parts.push(elementFor(match[1] ?? '', match[0]))
    from = match.index + match[0].length
  }
  return [...parts, { type: 'text', value: text.slice(from) }]
}
