import { memo, useCallback, useDeferredValue } from 'react'
import type { Formula } from '#/components/markdown/find-formulas.ts'
import { Markdown } from '#/components/markdown/markdown.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import type { SourcePart } from '#/features/chat/chat-message.ts'
import { FormulaView } from './formula-view.tsx'

type AnswerTextProps = { text: string; sources: readonly SourcePart[]; onOpen?: (source: SourcePart) => void }

/**
 * A model's answer as hardened Markdown. Rendered with low priority, so that a long answer doesn't block the
 * page.
 */
export const AnswerText = memo(function AnswerText({ text, sources, onOpen }: AnswerTextProps) {
  const shown = useDeferredValue(text)
  const renderCitation = useCallback(
    (number: number) => {
      const source = sources.find((one) => one.number === number)
      return source && onOpen ? <Citation source={source} onOpen={() => onOpen(source)} /> : undefined
    },
    [sources, onOpen],
  )
  return <Markdown text={shown} renderCitation={renderCitation} renderFormula={drawn} />
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
