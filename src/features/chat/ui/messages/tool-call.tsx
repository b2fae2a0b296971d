import { Link } from '@tanstack/react-router'
import { Ban, Check, CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Spinner } from '#/components/ui/spinner.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { fieldsOf, textOf, type ToolPart } from '#/features/chat/chat-message.ts'
import { foundBy, toolError, toolSentence } from './tool-sentence.ts'

/** What a tool was called for and what became of it, in one line. */
export function ToolCall({ part }: { part: ToolPart }) {
  const t = useTranslate()
  return (
    <div className="flex items-start gap-2 rounded-lg border border-border bg-card px-3 py-2 text-sm">
      <span className="mt-0.5 shrink-0">{icons[part.state]}</span>
      <div className="grid min-w-0 gap-0.5">
        <p className="wrap-anywhere">{toolSentence(t, part)}</p>
        {part.state === 'refused' ? <p className="text-muted-foreground">{t('chat:tools.refused')}</p> : null}
        {part.state === 'failed' ? <p className="text-destructive-text">{toolError(t, part)}</p> : null}
        {part.state === 'done' ? <Outcome part={part} /> : null}
      </div>
    </div>
  )
}

const icons: Record<ToolPart['state'], ReactNode> = {
  running: <Spinner className="size-4 text-muted-foreground" />,
  asks: <Spinner className="size-4 text-muted-foreground" />,
  done: <Check className="size-4 text-success-text" aria-hidden="true" />,
  refused: <Ban className="size-4 text-muted-foreground" aria-hidden="true" />,
  failed: <CircleAlert className="size-4 text-destructive-text" aria-hidden="true" />,
}

/** What a tool has found or made: how many, and the way there. */
function Outcome({ part }: { part: ToolPart }) {
  const t = useTranslate()
  const { name, output } = part
  const { id, title } = fieldsOf(output)
  const count = foundBy(part)
  if (count !== undefined) return <p className="text-muted-foreground">{t('chat:tools.found', { count })}</p>
  const wasWritten = name === 'createPost' || name === 'readPost'
  if (wasWritten && typeof id === 'string') {
    return (
      <Link
        to="/dashboard/posts/$postId"
        params={{ postId: id }}
        className="justify-self-start rounded-sm text-link underline underline-offset-2 wrap-anywhere"
      >
        {textOf(title) || t('chat:tools.openPost')}
      </Link>
    )
  }
  return name === 'addTodo' ? (
    <Link
      to="/dashboard/tanstack-db-example"
      className="justify-self-start rounded-sm text-link underline underline-offset-2"
    >
      {t('chat:tools.openTodos')}
    </Link>
  ) : null
}
