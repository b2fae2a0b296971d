import { useHydrated } from '@tanstack/react-router'
import { lazyPart } from '#/components/part/lazy-part.tsx'
import type { Formula } from '#/lib/markdown/find-formulas.ts'
import { FormulaSource } from './formula-source.tsx'

type FormulaProps = { formula: Formula }

const source = (props: FormulaProps) => <FormulaSource {...props} />
const DrawnFormula = lazyPart(() => import('./drawn-formula.tsx'), { pending: source, failed: source })

/**
 * A formula of an answer, drawn once it is complete. Only in the browser: server rendering can't wait for the
 * code.
 */
export function FormulaView({ formula }: FormulaProps) {
  const isHydrated = useHydrated()
  return formula.isFinished && isHydrated ? (
    <DrawnFormula formula={formula} />
  ) : (
    <FormulaSource formula={formula} />
  )
}
