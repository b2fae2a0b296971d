import { useId } from 'react'
import { Link, useHydrated, useRouteContext } from '@tanstack/react-router'
import { FileBraces, FileDown, FileText, MessageSquare, Pencil, Trash2 } from 'lucide-react'
import { RowMenu } from '#/components/data-table/row-menu.tsx'
import { UserAvatar } from '#/components/user-avatar.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import { useMay } from '@plinth/core/access'
import { useI18n, useTranslate } from '@plinth/core/texts'
import { cn } from '#/lib/cn.ts'
import { formatMoment } from '@plinth/core/format'
import { chatsAccess } from '#/features/chat/chat.access.ts'
import { chatPath } from '#/features/chat/chat-pages.ts'
import type { ListedThread } from './thread-queries.ts'
import { useDeleteThread, useExportThread } from './use-thread-actions.ts'

export type ThreadRowProps = {
  thread: ListedThread
  isCurrent: boolean
  /** Called when the thread is chosen, to close the sheet it is listed in. */
  onChoose?: () => void
  onRename: () => void
  /** Called when the current thread was deleted. */
  onGone: () => void
}

/** A thread. Its title links to the page it was started on; another member's thread has their picture. */
export function ThreadRow({ thread, isCurrent, onChoose, onRename, onGone }: ThreadRowProps) {
  const { language } = useI18n()
  const { id, title, page, createdBy, updatedAt, isAnswering } = thread
  const userId = useRouteContext({ from: '__root__', select: ({ viewer }) => viewer?.actor.userId })
  const inBrowser = useHydrated()
  const titleId = useId()
  const Icon = isAnswering ? Spinner : page === 'rag' ? FileText : MessageSquare
  return (
    <li
      className={cn(
        'relative flex items-center rounded-lg',
        isCurrent ? 'bg-sidebar-accent' : 'hover:bg-sidebar-accent/60',
      )}
    >
      <Link
        to={chatPath(page)}
        search={{ thread: id }}
        onClick={onChoose}
        aria-current={isCurrent ? 'page' : undefined}
        activeOptions={{ exact: true, includeSearch: true }}
        title={inBrowser ? `${title}\n${formatMoment(updatedAt, language)}` : title}
        className="flex min-h-8 min-w-0 flex-1 items-center gap-2 rounded-lg px-2 text-sm pointer-coarse:min-h-11 pointer-coarse:pr-12 pointer-fine:in-[li:is(:hover,:has(:focus-visible,[aria-expanded=true]))]:pr-9"
      >
        <Icon className="size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
        <span id={titleId} className={cn('truncate', isCurrent ? 'font-medium' : 'text-sidebar-foreground')}>
          {title}
        </span>
        {createdBy?.id === userId ? null : <Author author={createdBy} />}
      </Link>
      <ThreadMenu of={titleId} thread={thread} onRename={onRename} onGone={() => isCurrent && onGone()} />
    </li>
  )
}

function Author({ author }: { author: ListedThread['createdBy'] }) {
  const t = useTranslate()
  const name = author?.name ?? t('chat:threads.former')
  return (
    <span title={name} className="ml-auto flex shrink-0">
      {author ? (
        <UserAvatar {...author} className="size-5 text-[9px]" />
      ) : (
        <span className="size-5 rounded-full bg-muted" />
      )}
      <span className="sr-only">{name}</span>
    </span>
  )
}

type ThreadMenuProps = Pick<ThreadRowProps, 'thread' | 'onRename' | 'onGone'> & { of: string }

function ThreadMenu({ of, thread, onRename, onGone }: ThreadMenuProps) {
  const t = useTranslate()
  const { id } = thread
  const object = { createdById: thread.createdBy?.id ?? null }
  const mayRename = useMay(chatsAccess.update, object)
  const mayDelete = useMay(chatsAccess.delete, object)
  const remove = useDeleteThread(id, onGone)
  const mayExport = useMay(chatsAccess.export)
  const keep = useExportThread(id)
  const files = [
    {
      key: 'markdown',
      label: t('chat:threads.asMarkdown'),
      Icon: FileDown,
      onSelect: () => keep('markdown'),
    },
    { key: 'json', label: t('chat:threads.asJson'), Icon: FileBraces, onSelect: () => keep('json') },
  ]
  const groups = [
    {
      key: 'rename',
      entries: mayRename
        ? [{ key: 'rename', label: t('chat:threads.rename'), Icon: Pencil, onSelect: onRename }]
        : [],
    },
    { key: 'export', entries: mayExport ? files : [] },
    {
      key: 'delete',
      entries: mayDelete
        ? [
            {
              key: 'delete',
              label: t('chat:threads.delete'),
              Icon: Trash2,
              isDangerous: true,
              onSelect: remove,
            },
          ]
        : [],
    },
  ].filter(({ entries }) => entries.length > 0)
  if (groups.length === 0) return null
  return (
    <RowMenu
      of={of}
      groups={groups}
      className="row-actions unseen-at-rest absolute top-0.5 right-0.5 size-7 pointer-coarse:top-0 pointer-coarse:right-0 pointer-coarse:size-11"
    />
  )
}
