import { Link } from '@tanstack/react-router'
import { Ellipsis, FileBraces, FileDown, FileSearch, MessageSquare, Pencil, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { TimeAgo } from '#/components/time-ago.tsx'
import { showToast } from '#/components/toast.ts'
import { buttonVariants } from '#/components/ui/button.tsx'
import { MenuButton } from '#/components/menu-button.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import { useMay } from '#/core/access/react.tsx'
import { useI18n, useTranslate } from '#/core/i18n/react.tsx'
import { cn } from '#/lib/cn.ts'
import { chatsAccess } from '#/features/chat/chat.access.ts'
import { chatPaths } from '#/features/chat/chat-pages.ts'
import type { ListedThread } from './thread-queries.ts'
import { useDeleteThread, useExportThread } from './use-thread-actions.ts'

const RenameDialog = lazy(() => import('./rename-dialog.tsx'))

export type ThreadRowProps = {
  thread: ListedThread
  isCurrent: boolean
  /** The thread was chosen: the drawer it stands in may close. */
  onChoose?: () => void
  /** The thread that was shown is gone. */
  onGone: () => void
}

/** A thread: its title leads to the page it was begun on; whose it is and when it was last written in. */
export function ThreadRow({ thread, isCurrent, onChoose, onGone }: ThreadRowProps) {
  const { language, t } = useI18n()
  const { id, title, page, createdBy, updatedAt, isAnswering } = thread
  const Icon = page === 'rag' ? FileSearch : MessageSquare
  return (
    <li
      className={cn(
        'relative flex items-start gap-1 rounded-lg',
        isCurrent ? 'bg-card' : 'hover:bg-border/50',
      )}
    >
      <Link
        to={chatPaths[page]}
        search={{ thread: id }}
        onClick={onChoose}
        aria-current={isCurrent ? 'page' : undefined}
        activeOptions={{ exact: true, includeSearch: true }}
        className="flex min-w-0 flex-1 items-start gap-2 rounded-lg px-2 py-2"
      >
        {isAnswering ? (
          <Spinner className="mt-0.5 size-4 shrink-0" />
        ) : (
          <Icon className="mt-0.5 size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
        )}
        <span className="grid min-w-0">
          <span className={cn('truncate', isCurrent && 'font-medium')}>{title}</span>
          <span className="truncate text-xs text-muted-foreground">
            <TimeAgo at={updatedAt} language={language} /> · {createdBy?.name ?? t('chat:threads.former')}
          </span>
        </span>
      </Link>
      <ThreadMenu thread={thread} onGone={() => isCurrent && onGone()} />
    </li>
  )
}

function ThreadMenu({ thread, onGone }: { thread: ListedThread; onGone: () => void }) {
  const t = useTranslate()
  const { id, title } = thread
  const object = { createdById: thread.createdBy?.id ?? null }
  const mayRename = useMay(chatsAccess.update, object)
  const mayDelete = useMay(chatsAccess.delete, object)
  const remove = useDeleteThread(id, onGone)
  const mayExport = useMay(chatsAccess.export)
  const keep = useExportThread(id)
  const [renaming, setRenaming] = useState({ isOpen: false, count: 0 })
  const rename = () => setRenaming(({ count }) => ({ isOpen: true, count: count + 1 }))
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
        ? [{ key: 'rename', label: t('chat:threads.rename'), Icon: Pencil, onSelect: rename }]
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
    <>
      <MenuButton
        aria-label={t('chat:threads.menu', { title })}
        menuLabel={t('chat:threads.menu', { title })}
        groups={groups}
        align="end"
        onUnavailable={() => void showToast('error', t('errors:offline'))}
        className={buttonVariants({
          variant: 'ghost',
          size: 'icon',
          className: 'mt-1 shrink-0 text-muted-foreground',
        })}
      >
        <Ellipsis className="size-4" aria-hidden="true" />
      </MenuButton>
      {renaming.count > 0 ? (
        <Suspense>
          <RenameDialog
            key={renaming.count}
            id={id}
            title={title}
            isOpen={renaming.isOpen}
            onOpenChange={(isOpen) => setRenaming({ ...renaming, isOpen })}
          />
        </Suspense>
      ) : null}
    </>
  )
}
