import { useHydrated } from '@tanstack/react-router'
import { memo, useCallback, useDeferredValue } from 'react'
import type { Formula } from '@plinth/core/markdown'
import { Markdown } from '#/components/markdown/markdown.tsx'
import { lazyPart } from '#/components/part/lazy-part.tsx'
import { useTranslate } from '@plinth/core/texts'
import type { OpenSource, SourcePart } from '#/features/chat/chat-message.ts'
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
  onOpen?: OpenSource
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
      return source && onOpen ? (
        <Citation source={source} onOpen={(before) => onOpen(source, before)} />
      ) : undefined
    },
    [sources, onOpen],
  )
  const extras = { renderCitation, renderFormula: drawn }
  if (tree !== undefined) return <Markdown tree={tree} {...extras} />
  if (!isHydrated) return <PlainText text={text} />
  return <LiveMarkdown text={shown} kind="answer" {...extras} />
})

/** The text of its paragraph, list item or cell before a citation. */
function textBefore(citation: HTMLElement): string {
  const block = citation.closest('p, li, td, th, blockquote, h1, h2, h3, h4')
  if (!block) return ''
  const before = document.createRange()
  before.setStart(block, 0)
  before.setEndBefore(citation)
  return before.toString()
}

function Citation({ source, onOpen }: { source: SourcePart; onOpen: (before: string) => void }) {
  const t = useTranslate()
  const { number, name, page } = source
  return (
    <button
      type="button"
      aria-label={t('chat:sources.open', { number, name, page })}
      title={t('chat:sources.place', { name, page })}
      onClick={({ currentTarget }) => onOpen(textBefore(currentTarget))}
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
