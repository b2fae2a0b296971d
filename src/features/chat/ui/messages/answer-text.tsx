import { useHydrated } from '@tanstack/react-router'
import { memo, useCallback, useDeferredValue } from 'react'
import type { Formula } from '@plinth/core/markdown'
import { Markdown } from '#/components/markdown/markdown.tsx'
import { lazyPart } from '#/components/part/lazy-part.tsx'
import { useTranslate } from '@plinth/core/texts'
import type { SourcePart } from '#/features/chat/chat-message.ts'
import { PlainText } from './plain-text.tsx'
import { FormulaSource } from './formula-source.tsx'

const plain = ({ text }: { text: string }) => <PlainText text={text} />

/** With the parser: only for answers that are not stored yet. */
const LiveMarkdown = lazyPart(
  async () => ({ default: (await import('#/components/markdown/live-markdown.tsx')).LiveMarkdown }),
  { pending: plain, failed: plain },
)

type AnswerTextProps = {
  text: string
  /** The text as it is stored, parsed. */
  tree: string | undefined
  sources: readonly SourcePart[]
  onOpen?: (source: SourcePart) => void
}

/**
 * A model's answer as hardened Markdown. One that streams is parsed here, with low priority, so that a long
 * one doesn't block the page; never on the server.
 */
export const AnswerText = memo(function AnswerText({ text, tree, sources, onOpen }: AnswerTextProps) {
  const shown = useDeferredValue(text)
  const isHydrated = useHydrated()
  const renderCitation = useCallback(
    (number: number) => {
      const source = sources.find((one) => one.number === number)
      return source && onOpen ? <Citation source={source} onOpen={() => onOpen(source)} /> : undefined
    },
    [sources, onOpen],
  )
  const extras = { renderCitation, renderFormula: drawn }
  if (tree !== undefined) return <Markdown tree={tree} {...extras} />
  if (!isHydrated) return <PlainText text={text} />
  return <LiveMarkdown text={shown} kind="answer" {...extras} />
})

function Citation({ source, onOpen }: { source: SourcePart; onOpen: () => void }) {
  const t = useTranslate()
  const { number, name, page } = source
  return (
    <button
      type="button"
      aria-label={t('chat:sources.open', { number, name, page })}
      title={t('chat:sources.place', { name, page })}
      onClick={onOpen}
      className="relative mx-0.5 inline-grid h-4.5 min-w-4.5 cursor-pointer place-items-center rounded-sm bg-brand-muted px-1 align-[0.2em] text-xs leading-none font-medium text-link tabular-nums after:absolute after:-inset-1 hover:bg-brand hover:text-background"
    >
      {number}
    </button>
  )
}

const drawn = (formula: Formula) => <FormulaView formula={formula} />

type FormulaProps = { formula: Formula }

const source = (props: FormulaProps) => <FormulaSource {...props} />
const DrawnFormula = lazyPart(() => import('./drawn-formula.tsx'), { pending: source, failed: source })

/**
 * A formula of an answer, drawn once it is complete. Only in the browser: server rendering can't wait for the
 * code.
 */
function FormulaView({ formula }: FormulaProps) {
  const isHydrated = useHydrated()
  return formula.isFinished && isHydrated ? (
    <DrawnFormula formula={formula} />
  ) : (
    <FormulaSource formula={formula} />
  )
}
