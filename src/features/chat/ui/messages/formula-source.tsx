import type { Formula } from '#/components/find-formulas.ts'

/** A formula as it was written: while it comes, and when it can't be read. */
export function FormulaSource({ formula: { source } }: { formula: Formula }) {
  return <span className="font-mono text-[0.9em] whitespace-pre-wrap">{source}</span>
}
