import type { Formula } from '@plinth/core/markdown'

/** The source of a formula, while it streams or when it is invalid. */
export function FormulaSource({ formula: { source } }: { formula: Formula }) {
  return <span className="font-mono text-[0.9em] whitespace-pre-wrap">{source}</span>
}
