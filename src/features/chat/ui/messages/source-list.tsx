import { FileText } from 'lucide-react'
import { useTranslate } from '#/core/i18n/react.tsx'
import type { SourcePart } from '#/features/chat/chat-message.ts'

type SourceListProps = { sources: readonly SourcePart[]; onOpen: (source: SourcePart) => void }

/** The passages an answer was given, each opens where it stands. */
export function SourceList({ sources, onOpen }: SourceListProps) {
  const t = useTranslate()
  return (
    <details className="group rounded-lg border border-border">
      <summary className="cursor-pointer rounded-lg px-3 py-2 text-sm text-muted-foreground hover:text-foreground">
        {t('chat:sources.title', { count: sources.length })}
      </summary>
      <ol className="grid gap-1 p-1">
        {sources.map((source) => (
          <li key={source.number}>
            <button
              type="button"
              onClick={() => onOpen(source)}
              className="flex w-full cursor-pointer items-start gap-2 rounded-lg px-2 py-1.5 text-left hover:bg-accent"
            >
              <span className="grid size-5 shrink-0 place-items-center rounded-sm bg-brand-muted text-xs font-medium text-link">
                {source.number}
              </span>
              <span className="grid min-w-0 gap-0.5">
                <span className="flex items-center gap-1.5 text-sm font-medium wrap-anywhere">
                  <FileText className="size-3.5 shrink-0 text-muted-foreground" aria-hidden="true" />
                  {t('chat:sources.place', { name: source.name, page: source.page })}
                </span>
                <span className="line-clamp-2 text-sm text-muted-foreground wrap-anywhere">
                  {source.text}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </details>
  )
}
