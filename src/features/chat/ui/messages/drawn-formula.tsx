import { useMemo } from 'react'
import type { Formula } from '@plinth/core/markdown'
import { drawFormula } from './draw-formula.ts'
import { FormulaSource } from './formula-source.tsx'

/** A drawn formula, or its source when it is invalid. Loads KaTeX, so only answers with a formula load it. */
export default function DrawnFormula({ formula }: { formula: Formula }) {
  const { tex, isBlock } = formula
  const drawn = useMemo(() => drawFormula(tex, isBlock), [tex, isBlock])
  if (drawn === undefined) return <FormulaSource formula={formula} />
  if (!isBlock) return drawn
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <span tabIndex={0} className="block overflow-x-auto overflow-y-hidden py-1">
      {drawn}
    </span>
  )
}
