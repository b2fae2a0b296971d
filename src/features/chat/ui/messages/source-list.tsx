import { FileText } from 'lucide-react'
import { useTranslate } from '@plinth/core/texts'
import type { SourcePart } from '#/features/chat/chat-message.ts'
import { shorten } from '@plinth/core/format'

type SourceListProps = {
  documents: readonly (readonly SourcePart[])[]
  onOpen: (source: SourcePart) => void
}

/** The passages that an answer cites, by document; each opens in its document. */
export function SourceList({ documents, onOpen }: SourceListProps) {
  const t = useTranslate()
  if (documents.length === 0) return null
  return (
    <ul
      aria-label={t('chat:sources.title', { count: documents.flat().length })}
      className="flex flex-wrap gap-1.5"
    >
      {documents.map((passages) => (
        <li
          key={passages[0]?.documentId}
          className="flex min-h-8 max-w-full min-w-0 items-center gap-0.5 rounded-lg border border-border bg-card pr-1 pl-2 text-sm shadow-xs"
        >
          <FileText className="size-3.5 shrink-0 text-muted-foreground" aria-hidden="true" />
          <span className="min-w-0 truncate px-1">{passages[0]?.name}</span>
          {passages.map((source) => (
            <Passage key={source.number} source={source} onOpen={() => onOpen(source)} />
          ))}
        </li>
      ))}
    </ul>
  )
}

function Passage({ source, onOpen }: { source: SourcePart; onOpen: () => void }) {
  const t = useTranslate()
  const { number, name, page, text } = source
  return (
    <button
      type="button"
      title={shorten(text, 300)}
      onClick={onOpen}
      className="flex h-6 shrink-0 cursor-pointer items-center gap-1.5 rounded-md px-1 text-muted-foreground hover:bg-accent hover:text-foreground pointer-coarse:h-11 pointer-coarse:min-w-11"
    >
      <span className="grid size-4.5 place-items-center rounded-sm bg-brand-muted text-xs leading-none font-medium text-link tabular-nums">
        {number}
      </span>
      {t('chat:sources.page', { page })}
      <span className="sr-only"> {name}</span>
    </button>
  )
}
