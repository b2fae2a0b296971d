import { piecesOf, withSources, type Formula } from './find-formulas.ts'

type Node = { type: string; children?: Node[]; [field: string]: unknown }

/** The element of a formula. */
const elementFor = ({ source, ...formula }: Formula): Node => ({
  type: 'formula',
  data: { hName: 'formula', hProperties: { formula } },
  children: [{ type: 'text', value: source }],
})

/** Replaces placeholders with formulas in a parsed text; restores the source in code and URLs. */
export function placeFormulas(tree: object, formulas: readonly Formula[]): void {
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
