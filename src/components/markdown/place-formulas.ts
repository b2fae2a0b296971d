import { piecesOf, withSources, type Formula } from './find-formulas.ts'

type Node = { type: string; children?: Node[]; [field: string]: unknown }

/** The element of a formula, by its number. */
const elementFor = (at: number): Node => ({
  type: 'formula',
  data: { hName: 'formula', hProperties: { value: String(at) } },
})

/** Replaces placeholders with formulas in a parsed Markdown tree; restores the source in code and URLs. */
export const placeFormulas = (formulas: readonly Formula[]) => () => (tree: object) =>
  place(tree as Node, formulas)

function place(node: Node, formulas: readonly Formula[]): void {
  for (const [field, value] of Object.entries(node))
    if (typeof value === 'string') node[field] = withSources(value, formulas)
  node.children = node.children?.flatMap((child) => {
    if (child.type === 'text' && typeof child.value === 'string') {
      return piecesOf(child.value, formulas).map((piece) =>
        typeof piece === 'string' ? { type: 'text', value: piece } : elementFor(formulas.indexOf(piece)),
      )
    }
    place(child, formulas)
    return [child]
  })
}
