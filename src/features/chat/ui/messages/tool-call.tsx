import { Link } from '@tanstack/react-router'
import { Ban, CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Spinner } from '#/components/ui/spinner.tsx'
import type { ToolView } from '@plinth/core/feature'
import { useTranslate } from '@plinth/core/texts'
import type { ToolPart } from '#/features/chat/chat-message.ts'
import { useChatParts } from '../chat-parts.tsx'
import { foundBy, textsIn, toolError, toolSentence } from './tool-text.ts'

/** A tool call and its result in one line. */
export function ToolCall({ part }: { part: ToolPart }) {
  const t = useTranslate()
  const view = useChatParts().tools.get(part.name)
  return (
    <div className="flex max-w-full items-start gap-2 justify-self-start rounded-xl border border-border bg-card px-3 py-1.5 text-sm">
      <span className="flex h-5 shrink-0 items-center">{icons[part.state]}</span>
      <div className="flex min-w-0 flex-wrap gap-x-1.5">
        <p className="wrap-anywhere text-muted-foreground">{toolSentence(t, part, view)}</p>
        {part.state === 'refused' ? <p>{t('chat:tools.refused')}</p> : null}
        {part.state === 'failed' ? <p className="text-destructive-text">{toolError(t, part)}</p> : null}
        {part.state === 'done' ? <Outcome part={part} view={view} /> : null}
      </div>
    </div>
  )
}

const icons: Record<ToolPart['state'], ReactNode> = {
  running: <Spinner className="size-4 text-muted-foreground" />,
  asks: <Spinner className="size-4 text-muted-foreground" />,
  done: <CircleCheck className="size-4 text-success-text" aria-hidden="true" />,
  refused: <Ban className="size-4 text-muted-foreground" aria-hidden="true" />,
  failed: <CircleAlert className="size-4 text-destructive-text" aria-hidden="true" />,
}

/** The result of a tool: a count, or a link to what it has read or written. */
function Outcome({ part, view }: { part: ToolPart; view: ToolView | undefined }) {
  const t = useTranslate()
  const count = foundBy(part)
  if (count !== undefined)
    return (
      <p>
        <span aria-hidden="true" className="mr-1.5 text-muted-foreground">
          ·
        </span>
        <span className="font-medium tabular-nums">{t('chat:tools.found', { count })}</span>
      </p>
    )
  const found = view?.link?.(t, textsIn(part.output))
  return found ? (
    <Link {...found.link} className="rounded-sm text-link underline underline-offset-2 wrap-anywhere">
      {found.text}
    </Link>
  ) : null
}
