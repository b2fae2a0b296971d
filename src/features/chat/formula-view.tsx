import { lazy, Suspense } from 'react'
import type { Formula } from '#/components/find-formulas.ts'
import { FormulaSource } from './formula-source.tsx'

const DrawnFormula = lazy(() => import('./drawn-formula.tsx').catch(() => ({ default: FormulaSource })))

/** A formula of an answer, drawn as soon as its end is there. */
export function FormulaView({ formula }: { formula: Formula }) {
  if (!formula.isFinished) return <FormulaSource formula={formula} />
  return (
    <Suspense fallback={<FormulaSource formula={formula} />}>
      <DrawnFormula formula={formula} />
    </Suspense>
  )
}
