import { Link } from '@tanstack/react-router'
import { Ban, CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Spinner } from '#/components/ui/spinner.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { fieldsOf, textOf, type ToolPart } from '#/features/chat/chat-message.ts'
import { foundBy, toolError, toolSentence } from './tool-sentence.ts'

/** A tool call and its result in one line. */
export function ToolCall({ part }: { part: ToolPart }) {
  const t = useTranslate()
  return (
    <div className="flex max-w-full items-start gap-2 justify-self-start rounded-xl border border-border bg-card px-3 py-1.5 text-sm">
      <span className="flex h-5 shrink-0 items-center">{icons[part.state]}</span>
      <div className="flex min-w-0 flex-wrap gap-x-1.5">
        <p className="wrap-anywhere text-muted-foreground">{toolSentence(t, part)}</p>
        {part.state === 'refused' ? <p>{t('chat:tools.refused')}</p> : null}
        {part.state === 'failed' ? <p className="text-destructive-text">{toolError(t, part)}</p> : null}
        {part.state === 'done' ? <Outcome part={part} /> : null}
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

/** The result of a tool: a count, or a link to what it created. */
function Outcome({ part }: { part: ToolPart }) {
  const t = useTranslate()
  const { name, output } = part
  const { id, title } = fieldsOf(output)
  const count = foundBy(part)
  if (count !== undefined)
    return <p className="font-medium tabular-nums">{t('chat:tools.found', { count })}</p>
  const wasWritten = name === 'createPost' || name === 'readPost'
  if (wasWritten && typeof id === 'string') {
    return (
      <Link
        to="/dashboard/posts/$postId"
        params={{ postId: id }}
        className="rounded-sm text-link underline underline-offset-2 wrap-anywhere"
      >
        {textOf(title) || t('chat:tools.openPost')}
      </Link>
    )
  }
  return name === 'addTodo' ? (
    <Link to="/dashboard/tanstack-db-example" className="rounded-sm text-link underline underline-offset-2">
      {t('chat:tools.openTodos')}
    </Link>
  ) : null
}
