import { useHydrated } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Formula } from '#/components/markdown/find-formulas.ts'
import { FormulaSource } from './formula-source.tsx'

const DrawnFormula = lazy(() => import('./drawn-formula.tsx').catch(() => ({ default: FormulaSource })))

/**
 * A formula of an answer, drawn once it is complete. Only in the browser: server rendering can't wait for the
 * code.
 */
export function FormulaView({ formula }: { formula: Formula }) {
  const isHydrated = useHydrated()
  if (!formula.isFinished || !isHydrated) return <FormulaSource formula={formula} />
  return (
    <Suspense fallback={<FormulaSource formula={formula} />}>
      <DrawnFormula formula={formula} />
    </Suspense>
  )
}
