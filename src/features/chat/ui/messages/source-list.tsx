import { useTranslate } from '#/core/i18n/react.tsx'
import type { SourcePart } from '#/features/chat/chat-message.ts'

type SourceListProps = { sources: readonly SourcePart[]; onOpen: (source: SourcePart) => void }

/** The passages that an answer cites; each opens in its document. */
export function SourceList({ sources, onOpen }: SourceListProps) {
  const t = useTranslate()
  return (
    <ol aria-label={t('chat:sources.title', { count: sources.length })} className="flex flex-wrap gap-1.5">
      {sources.map((source) => (
        <li key={source.number} className="min-w-0">
          <button
            type="button"
            title={source.text.slice(0, 300)}
            onClick={() => onOpen(source)}
            className="flex min-h-8 max-w-full cursor-pointer items-center gap-2 rounded-lg border border-border bg-card px-2 text-sm shadow-xs hover:bg-accent pointer-coarse:min-h-11"
          >
            <span className="grid size-4.5 shrink-0 place-items-center rounded-sm bg-brand-muted text-xs leading-none font-medium text-link tabular-nums">
              {source.number}
            </span>
            <span className="truncate">
              {t('chat:sources.place', { name: source.name, page: source.page })}
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}
