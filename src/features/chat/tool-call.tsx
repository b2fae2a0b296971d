import { Link } from '@tanstack/react-router'
import { Ban, Check, CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Spinner } from '#/components/ui/spinner.tsx'
import type { TranslationKey, Translate } from '#/core/i18n/keys.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { fieldsOf, textOf, type ToolPart } from './chat-message.ts'

const names = ['searchPosts', 'readPost', 'createPost', 'listTodos', 'addTodo'] as const
type ToolName = (typeof names)[number]

/** Whether it is a tool that the pages know how to name. */
export const isKnownTool = (name: string): name is ToolName => names.some((known) => known === name)

/** What a tool was called for and what became of it, in one line. */
export function ToolCall({ part }: { part: ToolPart }) {
  const t = useTranslate()
  return (
    <div className="flex items-start gap-2 rounded-control border border-hairline bg-surface px-3 py-2 text-sm">
      <span className="mt-0.5 shrink-0">{icons[part.state]}</span>
      <div className="grid min-w-0 gap-0.5">
        <p className="wrap-anywhere">{sentenceOf(t, part)}</p>
        {part.state === 'refused' ? <p className="text-muted">{t('chat:tools.refused')}</p> : null}
        {part.state === 'failed' ? <p className="text-danger-text">{errorOf(t, part)}</p> : null}
        {part.state === 'done' ? <Outcome part={part} /> : null}
      </div>
    </div>
  )
}

const icons: Record<ToolPart['state'], ReactNode> = {
  running: <Spinner className="size-4 text-muted" />,
  asks: <Spinner className="size-4 text-muted" />,
  done: <Check className="size-4 text-success-text" aria-hidden="true" />,
  refused: <Ban className="size-4 text-muted" aria-hidden="true" />,
  failed: <CircleAlert className="size-4 text-danger-text" aria-hidden="true" />,
}

function sentenceOf(t: Translate, { name, input }: ToolPart): string {
  if (!isKnownTool(name)) return t('chat:tools.other', { name })
  const query = textOf(input.query)
  if (name === 'searchPosts' && query === '') return t('chat:tools.newestPosts')
  return t(`chat:tools.${name}`, { query, title: textOf(input.title), text: textOf(input.text) })
}

function errorOf(t: Translate, { error }: ToolPart): string {
  return error !== undefined && /^[a-z-]+:[\w.]+$/.test(error) ? t(error as TranslationKey) : t('chat:tools.failed')
}

/** What a tool has found or made: how many, and the way there. */
function Outcome({ part: { name, output } }: { part: ToolPart }) {
  const t = useTranslate()
  const { items, id, title } = fieldsOf(output)
  if (Array.isArray(items)) return <p className="text-muted">{t('chat:tools.found', { count: items.length })}</p>
  const wasWritten = name === 'createPost' || name === 'readPost'
  if (wasWritten && typeof id === 'string') {
    return (
      <Link
        to="/dashboard/posts/$postId"
        params={{ postId: id }}
        className="justify-self-start rounded-sm text-accent-text underline underline-offset-2 wrap-anywhere"
      >
        {textOf(title) || t('chat:tools.openPost')}
      </Link>
    )
  }
  return name === 'addTodo' ? (
    <Link to="/dashboard/tanstack-db-example" className="justify-self-start rounded-sm text-accent-text underline underline-offset-2">
      {t('chat:tools.openTodos')}
    </Link>
  ) : null
}
