import { useHydrated } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Formula } from '#/components/find-formulas.ts'
import { FormulaSource } from './formula-source.tsx'

const DrawnFormula = lazy(() => import('./drawn-formula.tsx').catch(() => ({ default: FormulaSource })))

/**
 * A formula of an answer, drawn as soon as its end is there; in the browser, because a page is rendered to a
 * string, which waits for no code.
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
